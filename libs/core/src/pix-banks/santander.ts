import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const santander: PixBank = {
  ...plainBank,
  name: 'Santander',
  production: {
    baseUrl: 'https://trust-pix.santander.com.br/api/v1', // (R) ACBr
    tokenUrl: 'https://trust-pix.santander.com.br/oauth/token', // (R) ACBr
  },
  sandbox: {
    baseUrl: 'https://trust-pix-h.santander.com.br/api/v1', // (R) ACBr
    tokenUrl: 'https://trust-pix-h.santander.com.br/oauth/token', // (R) ACBr
  },
  dialect: {
    ...standardDialect,
    tokenAuth: 'BODY', // (R) ACBr; whether BASIC is taken too (?): tokenAuth
    tokenBody: 'QUERY', // (R) ACBr: ?grant_type=client_credentials
    asksScopes: false, // (R) ACBr sends none: scope
    patchBase: { from: '/api/v1', to: '/api/v2' }, // (R) ACBr
    takesMilliseconds: false, // (R) ACBr
  },
};
