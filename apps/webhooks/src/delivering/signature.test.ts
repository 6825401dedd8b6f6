import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './signature';

const at = new Date();
const base = { id: 'log_1', body: '{"ação":"✓"}', at, signatureKey: undefined };
const generated = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const raw = 'a plain secret of thirty-two chars';

describe('signature headers', () => {
  it('match the published test vector', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      at: new Date(1_614_265_330_000),
      secrets: [generated],
      signatureKey: undefined,
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('are accepted by the standardwebhooks package, for decoded and for raw secrets', () => {
    const decoded = signatureHeaders({ ...base, secrets: [generated] });
    expect(new Webhook(generated).verify(base.body, decoded)).toEqual({ ação: '✓' });
    const plain = signatureHeaders({ ...base, secrets: [raw] });
    expect(new Webhook(raw, { format: 'raw' }).verify(base.body, plain)).toEqual({ ação: '✓' });
    expect(() => new Webhook(generated).verify(`${base.body} `, decoded)).toThrow();
  });

  it('carry both signatures while a secret rotates', () => {
    const headers = signatureHeaders({ ...base, secrets: [raw, generated] });
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(() => new Webhook(generated).verify(base.body, headers)).not.toThrow();
    expect(() => new Webhook(raw, { format: 'raw' }).verify(base.body, headers)).not.toThrow();
  });

  it("sign the raw body with the secret's text, or with the operator's key", () => {
    const mac = (key: string): string => createHmac('sha256', key).update(base.body).digest('base64');
    expect(signatureHeaders({ ...base, secrets: [generated] })['x-webhook-signature']).toBe(mac(generated));
    const headers = signatureHeaders({ ...base, secrets: [generated], signatureKey: 'operator' });
    expect(headers['x-webhook-signature']).toBe(mac('operator'));
  });
});
