import { fromKafkaMessage, toKafkaMessage } from './cloud-event';

const at = new Date('2026-11-21T12:00:00.000Z');
const row = {
  id: 1,
  eventId: 'evt_1',
  topic: 'billing.charges',
  key: 'char_1',
  type: 'charge.expired',
  payload: '{}',
  traceparent: undefined,
  occurredAt: at,
  recordedAt: at,
};

function carried(requestId: string | undefined): unknown {
  const { key, value, headers } = toKafkaMessage({ ...row, requestId }, '/pitanga/billing', undefined);
  const message = { key: Buffer.from(String(key)), value: Buffer.from(String(value)), headers: headers ?? {} };
  const decoded = fromKafkaMessage(message, new Set(['charge.expired']));
  return decoded.kind === 'event' ? decoded.event.requestId : decoded;
}

describe('a message', () => {
  it('carries the request that its event happened in', () => {
    expect(carried('req_1')).toBe('req_1');
    expect(carried(undefined)).toBeUndefined();
  });

  it('of a type or key that is not wanted is not decoded', () => {
    const message = {
      key: Buffer.from('char_1'),
      value: Buffer.from('no JSON'),
      headers: { ce_id: 'evt_1', ce_type: row.type },
    };
    const wanted = new Set([row.type]);
    expect(fromKafkaMessage(message, new Set(['charge.paid'])).kind).toBe('skipped');
    expect(fromKafkaMessage(message, wanted, (_type, key) => key !== 'char_1').kind).toBe('skipped');
    expect(fromKafkaMessage(message, wanted, (_type, key) => key === 'char_1').kind).toBe('undecodable');
  });
});
