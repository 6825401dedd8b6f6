import { withoutSecrets } from './shown-url';

test.each([
  ['https://a.example/hook?webhookSecret=s3cr%2et', 'https://a.example/hook?webhookSecret=***'],
  ['https://a.example/h?a=1&webhooksecret=x&b=%7e#end', 'https://a.example/h?a=1&webhooksecret=***&b=%7e#end'],
  ['https://a.example/?webhook%53ecret=x;y=1', 'https://a.example/?webhook%53ecret=***;y=1'],
  [
    'https://a.example/?token=a=b&access_token=c&api-key=d',
    'https://a.example/?token=***&access_token=***&api-key=***',
  ],
  ['https://a.example?key=k&monkey=m', 'https://a.example?key=***&monkey=m'],
  ['https://ana:pw@a.example/x@y?q=a@b', 'https://***@a.example/x@y?q=a@b'],
  [
    'https://a.example/?app_key=a&webhookKey=b&x-sig=c&code=d&chave=e',
    'https://a.example/?app_key=***&webhookKey=***&x-sig=***&code=***&chave=***',
  ],
  [
    'https://hooks.a.example/services/T024BE7LD/B1A2/9aB3xYz8QrS7tUv6WxY5zA12',
    'https://hooks.a.example/services/T024BE7LD/B1A2/***',
  ],
  ['https://api.a.example/bot123456:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc/send', 'https://api.a.example/***/send'],
  ['https://a.example/h/123e4567-e12b-12d1-a456-426655440000?a=1', 'https://a.example/h/***?a=1'],
  ['https://a.example/h/0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'https://a.example/h/***'],
  ['https://a.example/token/abc/in', 'https://a.example/token/***/in'],
  ['https://a.example/h;token=abc/in', 'https://a.example/h;token=***/in'],
])('what lets somebody in is hidden in %s, and nothing else changes', (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown);
});

test.each([
  'https://a.example/webhooks/pitanga/confirmarPagamentoV2',
  'https://a.example/wp-json/wc-pitanga/v1/pedidos2026produtos?keyword=a&monkey=b',
  'https://a.example/index.php/notificacoes-de-pagamento-da-loja-12/',
  'https://a.example/oauth/hook',
  'https://a.example/hook',
  'https://a.example/a?env=prod&x=\'%7e"',
  'https://a.example/#secret=1',
  '?',
])('%s has nothing to hide', (url) => {
  expect(withoutSecrets(url)).toBe(url);
});
