import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const inter: PixBank = {
  ...plainBank,
  name: 'Inter',
  production: {
    baseUrl: 'https://cdpj.partners.bancointer.com.br/pix/v2', // (D) pj-sdk-python
    tokenUrl: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token', // (D) pj-sdk-python
    chargesBaseUrl: 'https://cdpj.partners.bancointer.com.br/cobranca/v3', // (D) pj-sdk-python
  },
  sandbox: {
    baseUrl: 'https://cdpj-sandbox.partners.uatinter.co/pix/v2', // (D) pj-sdk-python
    tokenUrl: 'https://cdpj-sandbox.partners.uatinter.co/oauth/v2/token', // (D) pj-sdk-python
    chargesBaseUrl: 'https://cdpj-sandbox.partners.uatinter.co/cobranca/v3', // (D) pj-sdk-python
  },
  sends: {
    apiPath: '/pix/v2', // (D) pj-sdk-python: /banking/v2 is beside it
    scopes: 'pagamento-pix.read pagamento-pix.write extrato.read webhook-banking.write', // (D) pj-sdk-python
  },
  methods: ['PIX', 'BOLETO'], // (D) pj-sdk-python: one application, the boletos by scopes of their own
  asks: [{ name: 'contaCorrente', isRequired: false }], // (D) pj-sdk-python: where an application has several accounts
  dialect: {
    ...standardDialect,
    tokenAuth: 'BODY', // (D) pj-sdk-python; whether BASIC is taken too (?): tokenAuth
    tokenBody: 'FORM', // (D) pj-sdk-python
    asksScopes: true, // (D) pj-sdk-python; one that was not ticked fails the token (R): scope
    boletoScopes: 'boleto-cobranca.read boleto-cobranca.write', // (D) pj-sdk-python
    headers: { 'x-conta-corrente': '{contaCorrente}' }, // (D) pj-sdk-python
    // (D) pj-sdk-python has the masculine, the standard the feminine; which one a PATCH takes (?)
    removedStatuses: ['REMOVIDO_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
    hasTitledErrors: true, // (D) pj-sdk-python; Pix routes may have the standard's form (?): both are read
  },
};
