import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const bancoDoBrasil: PixBank = {
  ...plainBank,
  name: 'Banco do Brasil',
  production: {
    baseUrl: 'https://api-pix.bb.com.br/pix/v2', // (R) ACBr: version 2, with mTLS
    tokenUrl: 'https://oauth.bb.com.br/oauth/token', // (R) ACBr
  },
  sandbox: {
    baseUrl: 'https://api.hm.bb.com.br/pix/v2', // (R) ACBr
    tokenUrl: 'https://oauth.hm.bb.com.br/oauth/token', // (R) ACBr
  },
  asks: [{ name: 'appKey', isRequired: true }], // (R) ACBr: DeveloperApplicationKey
  dialect: {
    ...standardDialect,
    tokenAuth: 'BASIC', // (R) ACBr
    asksScopes: true, // (R) ACBr
    query: { 'gw-dev-app-key': '{appKey}' }, // (R) ACBr
    notFoundCodes: ['4769515'], // (R) ACBr: "Não há informações para os dados informados."
  },
};
