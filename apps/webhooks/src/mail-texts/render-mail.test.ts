import { accountMailKinds, type AccountMailKind, type MailContent, type MailFacts } from '../mails/mail';
import { boletoLineText, momentText, moneyText } from './formats';
import { renderMail } from './render-mail';

const paidAt = '2026-11-23T17:05:00.000Z';
const sender = { name: 'Loja <b>"da" Ana', replyTo: 'ajuda@loja.example' };
const content = (facts: MailFacts, more: Partial<MailContent> = {}): MailContent => ({
  to: 'ana@buyer.example',
  language: 'pt-BR',
  sender,
  isTest: false,
  token: 'T'.repeat(43),
  facts,
  ...more,
});
const render = (facts: MailFacts, more?: Partial<MailContent>) =>
  renderMail(content(facts, more), 'https://pay.example');

const receipt: MailFacts = {
  kind: 'RECEIPT',
  amountCents: 123_456,
  method: 'CARD',
  card: { brand: 'VISA', lastFour: '4242', installments: 3 },
  paidAt,
  description: 'Açaí <script>',
  url: 'https://pay.example/receipts/1',
};
const boleto: MailFacts = {
  kind: 'BOLETO',
  amountCents: 10_000,
  dueDate: '2026-12-01',
  line: '23793381286008267713942003363037190000000010000',
  description: undefined,
  url: 'https://pay.example/boletos/char_1',
};
const refund: MailFacts = {
  kind: 'REFUND',
  refundedCents: 500,
  paidCents: 1_000,
  method: 'PIX',
  refundedAt: paidAt,
  url: undefined,
};
const failed: MailFacts = { kind: 'RENEWAL_FAILED', amountCents: 4_990, method: 'CARD', nextAttemptAt: paidAt };
const started: MailFacts = {
  kind: 'SUBSCRIPTION_STARTED',
  product: 'Clube <b>',
  amountCents: 4_990,
  cycle: 'MONTHLY',
  method: 'CARD',
  isTrial: false,
  nextChargeAt: '2026-12-23T17:05:00.000Z',
};
const upcoming: MailFacts = {
  kind: 'RENEWAL_UPCOMING',
  amountCents: 4_990,
  method: 'CARD',
  dueAt: paidAt,
  endsTrial: false,
};
const account = (kind: AccountMailKind): MailFacts => ({
  kind,
  url: 'https://pay.example/dashboard/x#token',
  expiresAt: paidAt,
  storeName: 'Loja',
  role: 'ADMIN',
  code: '048151',
});

test.each([
  ['pt-BR', 'Acréscimo do cartão: R$ 4,79'],
  ['en', 'Card surcharge: R$4.79'],
] as const)('a receipt in %s names what a payer by card paid above the price, and only then', (language, line) => {
  const surcharged = { ...receipt, amountCents: 10_479, surchargeCents: 479 };
  expect(render(surcharged, { language }).text).toContain(line);
  expect(render({ ...surcharged, surchargeCents: 0 }, { language }).text).not.toContain(line.split(':')[0]);
});

test.each([
  ['pt-BR', 'nada é cobrado antes de 15/12/2026', 'Valor: R$ 49,90'],
  ['en', 'nothing is charged before Dec 15, 2026', 'Amount: R$49.90'],
] as const)('an offer in %s says what is subscribed to, for how much and from when', (language, day, amount) => {
  const url = 'https://pay.example/pay/bill_1';
  const offer = { kind: 'SUBSCRIPTION_OFFER', product: 'Clube <b>', amountCents: 4_990, url } as const;
  const dated = render({ ...offer, firstChargeDate: '2026-12-15' }, { language });
  expect(dated.html).toContain(day);
  for (const part of ['Clube <b>', amount, url, '15', dated.optOutUrl]) expect(dated.text).toContain(part);
  expect(dated.html).not.toContain('<b>');
  expect(render(offer, { language }).text).not.toMatch(/2026|undefined/);
});

test('money, hours and the line of a boleto are written as people write them', () => {
  expect(moneyText('pt-BR', 123_456_789)).toBe('R$ 1.234.567,89');
  expect(moneyText('en', 123_456_789)).toBe('R$1,234,567.89');
  expect(momentText('pt-BR', paidAt)).toBe('23/11/2026, 14:05');
  expect(momentText('en', paidAt)).toBe('Nov 23, 2026, 2:05 PM');
  expect(boletoLineText('23793381286008267713942003363037190000000010000')).toBe(
    '23793.38128 60082.677139 42003.363037 1 90000000010000',
  );
});

test('a receipt says in both parts what was paid, how and when', () => {
  const { subject, text, html } = render(receipt);
  expect(subject).toBe('Comprovante de R$ 1.234,56 de Loja <b>"da" Ana');
  for (const part of ['R$ 1.234,56', 'VISA final 4242', '3x', '23/11/2026, 14:05', 'https://pay.example/receipts/1']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  const english = render(receipt, { language: 'en' });
  expect(english.subject).toMatch(/^Receipt for R\$1,234\.56 from /);
  expect(english.text).toContain('VISA ending in 4242');
  expect(english.html).toContain('<html lang="en">');
});

test('nothing that somebody gave becomes HTML', () => {
  const { html } = render(receipt);
  expect(html).not.toMatch(/<script>|<b>/);
  expect(html).toContain('Açaí &lt;script&gt;');
  expect(html).toContain('>Loja &lt;b&gt;&quot;da&quot; Ana</p>');
});

test('a boleto has its line and its PDF, a refund what went back, a failed renewal the way to another card', () => {
  expect(render(boleto).text).toContain('23793.38128 60082.677139 42003.363037 1 90000000010000');
  expect(render(boleto).text).toContain('https://pay.example/boletos/char_1');
  expect(render(boleto).subject).toContain('vence em 01/12/2026');
  expect(render(refund).text).toContain('devolveu parte do seu pagamento');
  expect(render(failed).text).toContain(`https://pay.example/mail/${'T'.repeat(43)}/card`);
  expect(render({ ...failed, method: 'PIX' }).text).not.toContain('/card');
});

test.each([
  ['pt-BR', false, 'Sua assinatura começou: Clube <b>', 'R$ 49,90 por mês', 'Próxima cobrança: 23/12/2026'],
  ['pt-BR', true, 'Seu período grátis começou: Clube <b>', 'Nada foi cobrado', 'Primeira cobrança: 23/12/2026'],
  ['en', true, 'Your free period has begun: Clube <b>', 'Nothing was charged', 'First charge: Dec 23, 2026'],
] as const)(
  'the start of a subscription in %s (trial: %s) says what, how much, when, and how to end it',
  (language, isTrial, subject, ...parts) => {
    const { text, subject: shown, html } = render({ ...started, isTrial }, { language });
    expect(shown).toBe(subject);
    for (const part of [...parts, `/mail/${'T'.repeat(43)}/subscription`, `/mail/${'T'.repeat(43)}/card`])
      expect(text).toContain(part);
    expect(html).not.toContain('<b>');
    expect(render({ ...started, isTrial, method: 'PIX' }, { language }).text).not.toContain('/card');
  },
);

test('a receipt of a subscription leads to the page that ends it, and no other does', () => {
  const page = `/mail/${'T'.repeat(43)}/subscription`;
  expect(render({ ...receipt, isOfSubscription: true }).text).toContain(page);
  expect(render(receipt).text).not.toContain(page);
});

test('a renewal that is ahead says when and how much, and has the page of the subscription', () => {
  const page = `https://pay.example/mail/${'T'.repeat(43)}/subscription`;
  const { subject, text } = render(upcoming);
  expect(subject).toBe('Sua assinatura de Loja <b>"da" Ana renova em 23/11/2026');
  for (const part of ['R$ 49,90', '23/11/2026, 14:05', page]) expect(text).toContain(part);
  expect(render({ ...upcoming, endsTrial: true }, { language: 'en' }).subject).toContain('Your trial of ');
});

test('a renewal that failed has the way to repair it, and the last one that the subscription has ended', () => {
  const page = `https://pay.example/mail/${'T'.repeat(43)}/subscription`;
  expect(render(failed).text).toContain(page);
  expect(render({ ...failed, method: 'PIX' }).text).toContain(page);
  const last = render({ ...failed, nextAttemptAt: undefined }, { language: 'en' }).text;
  expect(last).toContain('the subscription has ended');
  expect(last).toContain(page);
  // Another card would repair nothing.
  expect(last).not.toContain('/card');
});

test('a test environment says so before anything else', () => {
  const { subject, text } = render(receipt, { isTest: true });
  expect(subject).toMatch(/^\[Teste\] /);
  expect(text).toContain('nenhum dinheiro é movimentado');
});

const all = [
  receipt,
  boleto,
  refund,
  started,
  { ...started, isTrial: true } as const,
  upcoming,
  { ...upcoming, endsTrial: true, method: 'PIX' } as const,
  failed,
  { ...failed, method: 'PIX', nextAttemptAt: undefined } as const,
  ...accountMailKinds.map(account),
];

test.each(all.flatMap((facts) => [[facts.kind, 'pt-BR', facts] as const, [facts.kind, 'en', facts] as const]))(
  '%s in %s has a subject of one line, a text of its own and no undefined',
  (_kind, language, facts) => {
    const { subject, text, html } = render(facts, { language });
    expect(subject).toMatch(/^[^\r\n]{5,200}$/);
    expect(text.length).toBeGreaterThan(60);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|NaN|Invalid|\[object/);
    expect(html).not.toMatch(/<table|<img|<script|http:\/\//);
  },
);

test('the code of a buyer is in the mail, and not in what a locked phone shows of it', () => {
  const { subject, text, html } = render(account('BUYER_CODE'), { token: undefined });
  expect(subject).toBe('Seu código para a compra em Loja');
  for (const part of [text, html]) expect(part).toContain('048151');
  expect(html.slice(0, html.indexOf('</div>'))).not.toContain('048151');
});

const step = { by: 'ana@loja.example', happenedAt: paidAt, device: 'Firefox (Linux)', address: '198.51.100.x' };
const security = [
  'NEW_DEVICE',
  'PASSWORD_CHANGED',
  'FACTOR_CHANGED',
  'KEY_CREATED',
  'OWNER_ADDED',
  'OWNER_REMOVED',
] as const;
const ofLimits = [
  'LIMIT_CHANGE_ASKED',
  'LIMIT_CHANGE_SCHEDULED',
  'LIMIT_CHANGE_APPLIED',
  'LIMIT_CHANGE_ENDED',
] as const;

test.each([...security, 'PROVIDER_CHANGED', 'LIMITS_CHANGED', ...ofLimits] as const)(
  'mail about security says who, when, and from which browser and masked address: %s',
  (kind) => {
    const { text, html } = render({ ...account(kind), ...step }, { token: undefined });
    for (const part of [step.by, '23/11/2026, 14:05', step.device, step.address]) {
      expect([text.includes(part), html.includes(part)]).toEqual([true, true]);
    }
  },
);

test.each([
  ['pt-BR', 'O que mudou'],
  ['en', 'What changed'],
] as const)('a new order of accounts names each of them (%s)', (language, label) => {
  const about = 'PIX: 1. ASAAS, 2. BACEN_PIX';
  const { text, html } = render({ ...account('PROVIDER_CHANGED'), ...step, about } as MailFacts, { language });
  for (const part of [label, about]) expect([text.includes(part), html.includes(part)]).toEqual([true, true]);
});

test('a change of limits says who confirmed it, or cancelled it', () => {
  const told = (kind: AccountMailKind) =>
    render({ ...account(kind), ...step, decidedBy: 'bia@loja.example' } as MailFacts, { language: 'en' }).text;
  expect(told('LIMIT_CHANGE_SCHEDULED')).toMatch(/Who confirmed:? bia@loja\.example/);
  expect(told('LIMIT_CHANGE_ENDED')).toMatch(/Who cancelled:? bia@loja\.example/);
});

test('the link of a receipt is that of the mail, by which the page knows the buyer', () => {
  expect(render(receipt).text).toContain('https://pay.example/receipts/1?mail=');
});

test('the name of a store that nobody knows is short in an invitation, and makes no link', () => {
  const storeName = 'Você ganhou R$ 5.000! Retire em https://phishing.example/pix agora, só hoje';
  const mail = render({ ...account('INVITATION'), storeName } as MailFacts, { sender: undefined, token: undefined });
  expect(mail.subject).toBe('Convite para a equipe de “Você ganhou R$ 5. 000! Retire em https p…”');
  expect(mail.html).not.toMatch(/phishing\.example/);
});

test('mail of the installation has no way out, and a line break in a name ends no subject', () => {
  const mail = render(account('RESET_PASSWORD'), { sender: undefined, token: undefined });
  expect(mail.optOutUrl).toBeUndefined();
  expect(mail.text).toContain('https://pay.example/dashboard/x#token');
  expect(render(receipt, { sender: { name: 'a\r\nBcc: x', replyTo: undefined } }).subject).toBe(
    'Comprovante de R$ 1.234,56 de a Bcc: x',
  );
});
