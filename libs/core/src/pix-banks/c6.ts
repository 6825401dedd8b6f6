import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const c6: PixBank = {
  ...plainBank,
  name: 'C6',
  production: {
    baseUrl: 'https://baas-api.c6bank.info/v2/pix', // (R) ACBr
    tokenUrl: 'https://baas-api.c6bank.info/v1/auth', // (R) ACBr
  },
  dialect: {
    ...standardDialect,
    tokenAuth: 'BASIC', // (R) ACBr
    asksScopes: false, // (R) ACBr
  },
};
