export { bankAccessSchema, completeAccess, findBank, identitySchema, type BankAccess } from './bank-access';
export { callAddress, dialectHeaders } from './bank-calls';
export {
  createBankClient,
  isSuccess,
  type BankAnswer,
  type BankCall,
  type BankClient,
  type BankFaults,
} from './bank-client';
export { bankLimits, type BankLimits } from './bank-limits';
export { bankError, parseProblem, type ErrorAnswer, type ErrorDialect, type Problem } from './error-forms';
export { formatMoney, parseMoney } from './money-text';
export { readPkcs12 } from './pkcs12';
export { readToken } from './token-request';
export { createTokenSource, type FetchedToken } from './token-source';
export { asFields, asList, asText, type Fields } from './answer-values';
