import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const sicredi: PixBank = {
  ...plainBank,
  name: 'Sicredi',
  production: {
    baseUrl: 'https://api-pix.sicredi.com.br/api/v2', // (R) ACBr; named compliant in bacen/pix-api #76
    tokenUrl: 'https://api-pix.sicredi.com.br/oauth/token', // (R) ACBr
  },
  dialect: {
    ...standardDialect,
    tokenAuth: 'BASIC', // (R) ACBr
    asksScopes: true, // (R) ACBr
  },
};
