// @ts-check
import { Pitanga } from '@pitanga-pay/sdk';
import { createShop } from './shop.js';
import { listenToPayments } from './payments.js';

const {
  PITANGA_KEY: key,
  PITANGA_PUBLIC_KEY: publicKey,
  PITANGA_URL: url = 'http://127.0.0.1:8080',
  PORT: port = '3000',
  SHOP_URL: shopUrl = `http://127.0.0.1:${port}`,
} = process.env;
if (!key || !publicKey) {
  console.error('Set PITANGA_KEY to a secret key and PITANGA_PUBLIC_KEY to a public key of the store.');
  process.exit(2);
}

const pitanga = new Pitanga(key, { url });
const webhookSecret = await listenToPayments(pitanga, `${shopUrl}/webhooks`);
const shop = await createShop({ pitanga, publicKey, pitangaUrl: url, webhookSecret });
await shop.listen({ host: '127.0.0.1', port: Number(port) });
console.log(`The shop is open at ${shopUrl}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void shop.close());
