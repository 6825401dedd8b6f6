import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const itau: PixBank = {
  ...plainBank,
  name: 'Itaú',
  production: {
    baseUrl: 'https://secure.api.itau/pix_recebimentos/v2', // (R) ACBr; another base is seen in code (?): baseUrl
    tokenUrl: 'https://sts.itau.com.br/api/oauth/token', // (R) integrators; /as/token.oauth2 in ACBr (?): tokenUrl
  },
  withoutAutomatic: 'it has two other addresses for automatic Pix', // (R) ACBr: cobr at one host, the rest at another
  dialect: {
    ...standardDialect,
    tokenAuth: 'BODY', // (R) ACBr; whether BASIC is taken too (?): tokenAuth
    asksScopes: false, // (R) ACBr
    headers: {
      'x-itau-correlationID': '{uuid}', // (R) integrators; whether a constant does (?)
      'x-itau-apikey': '{clientId}', // (R) integrators
    },
    hasStaleStatus: true, // (R) bacen/pix-api #321
    // (R) bacen/pix-api #589, #371: registered at the regulatory API, once only by e-mail
    webhook: { ...standardDialect.webhook, isRegistered: false },
  },
};
