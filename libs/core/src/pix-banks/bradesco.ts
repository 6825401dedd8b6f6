import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const bradesco: PixBank = {
  ...plainBank,
  name: 'Bradesco',
  production: {
    baseUrl: 'https://qrpix.bradesco.com.br/v2', // (R) ACBr
    tokenUrl: 'https://qrpix.bradesco.com.br/auth/server/oauth/token', // (R) ACBr; /oauth/token before it: tokenUrl
    automaticBaseUrl: 'https://apipix.bradesco.com.br/v1', // (R) ACBr
  },
  dialect: {
    ...standardDialect,
    tokenAuth: 'BASIC', // (R) ACBr
    asksScopes: false, // (R) ACBr
    createPaths: { cob: 'cob-emv', cobv: 'cobv-emv' }, // (R) integrators: {cob, emv}; the others answer no code
  },
};
