import { plainBank, standardDialect, type PixBank } from './pix-bank';

/** No public code reaches its Pix: the owner types the addresses of the contract, and nothing here was tried. */
export const caixa: PixBank = {
  ...plainBank,
  name: 'Caixa',
  production: undefined, // (?) only the token and the base of its boletos are seen in code
  dialect: {
    ...standardDialect,
    tokenAuth: 'BASIC', // (?): tokenAuth
    tokenBody: 'FORM', // (?): tokenBody
    asksScopes: true, // (?): scope
  },
};
