import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const sicoob: PixBank = {
  ...plainBank,
  name: 'Sicoob',
  production: {
    baseUrl: 'https://api.sicoob.com.br/pix/api/v2', // (R) ACBr
    tokenUrl: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token', // (R) ACBr
  },
  dialect: {
    ...standardDialect,
    tokenAuth: 'BODY_WITHOUT_SECRET', // (R) ACBr: client_id and the certificate
    asksScopes: true, // (R) ACBr
    headers: { client_id: '{clientId}' }, // (R) ACBr
  },
};
