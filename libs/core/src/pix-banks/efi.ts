import { plainBank, standardDialect, type PixBank } from './pix-bank';

export const efi: PixBank = {
  ...plainBank,
  name: 'Efí',
  production: {
    baseUrl: 'https://pix.api.efipay.com.br/v2', // (D) sdk-node-apis-efi 2.0.1
    tokenUrl: 'https://pix.api.efipay.com.br/oauth/token', // (D) sdk-node-apis-efi 2.0.1
    chargesBaseUrl: 'https://cobrancas.api.efipay.com.br', // (D) sdk-node-apis-efi 1.2.28
  },
  sandbox: {
    baseUrl: 'https://pix-h.api.efipay.com.br/v2', // (D) sdk-node-apis-efi 2.0.1
    tokenUrl: 'https://pix-h.api.efipay.com.br/oauth/token', // (D) sdk-node-apis-efi 2.0.1
    chargesBaseUrl: 'https://cobrancas-h.api.efipay.com.br', // (D) sdk-node-apis-efi 1.2.28
  },
  sends: {
    apiPath: '/v2', // (D) sdk-node-apis-efi 2.0.1: /v3/gn/pix, and /v2/gn for what is read
    scopes: 'pix.send gn.pix.send.read webhook.read', // (D) documentacao-tecnica-efi; a token is for all that is ticked
  },
  methods: ['PIX', 'BOLETO', 'CARD'], // (D) sdk-node-apis-efi 1.2.28: one pair of credentials for Pix and cobranças
  dialect: {
    ...standardDialect,
    tokenAuth: 'BASIC', // (D) sdk-node-apis-efi 2.0.1
    tokenBody: 'JSON', // (D) sdk-node-apis-efi 2.0.1 sends {grant_type}; a form is used by others (R): tokenBody
    asksScopes: false, // (D) sdk-node-apis-efi 2.0.1: those of the application
    sendsDebtorAddress: true, // (D) sdk-node-apis-efi 2.0.1: required of a cobv; whether one without is refused (?)
    webhook: {
      isRegistered: true,
      suffix: '?ignorar=', // (D) documentacao-tecnica-efi: /pix is appended without it
      headers: { 'x-skip-mtls-checking': 'true' }, // (D) documentacao-tecnica-efi; the segment is the secret then
    },
  },
};

/** What turns a card into a token in the payer's browser, and the hash of that very file. (D) payment-token-efi 3.4.1 */
export const efiCardScript = {
  url: 'https://cdn.jsdelivr.net/npm/payment-token-efi@3.4.1/dist/payment-token-efi-umd.min.js',
  integrity: 'sha384-EmF2lDoZuWyKCWYx2O+Lm02FamtyADthG1H/LqnyYL4G23jv8WkHhvBYZStg2nvS',
} as const;
