import { kafkaAccess, type KafkaSettings } from './kafka-access';

const plain: KafkaSettings = { KAFKA_BROKERS: ['kafka:9092'], KAFKA_PREFIX: 'a.', KAFKA_TLS: false };
const sasl = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'billing', KAFKA_SASL_PASSWORD: 's3cret' } as const;

describe('kafkaAccess', () => {
  it('is plain text unless something else is configured', () => {
    expect(kafkaAccess(plain)).toEqual({ brokers: ['kafka:9092'], prefix: 'a.', security: {} });
  });

  it('checks the brokers against public authorities when it has none of its own', () => {
    expect(kafkaAccess({ ...plain, KAFKA_TLS: true }).security).toEqual({ ssl: {} });
  });

  it.each<[string, Partial<KafkaSettings>, string]>([
    ['an authority without TLS', { KAFKA_TLS_CA: 'PEM' }, 'KAFKA_TLS_CA is set, but KAFKA_TLS is not true'],
    ['a certificate without a key', { KAFKA_TLS: true, KAFKA_TLS_CERT: 'PEM' }, 'go together'],
    ['a user without a password', { KAFKA_SASL_USERNAME: 'billing' }, 'KAFKA_SASL_PASSWORD is missing'],
    ['a password in the clear', sasl, 'it needs KAFKA_TLS'],
  ])('refuses %s', (_, settings, sentence) => {
    expect(() => kafkaAccess({ ...plain, ...settings })).toThrow(sentence);
  });

  it('never shows a password', () => {
    let shown = '';
    try {
      kafkaAccess({ ...plain, ...sasl });
    } catch (error) {
      shown = String(error);
    }
    expect(shown).toContain('KAFKA_SASL_MECHANISM');
    expect(shown).not.toContain('s3cret');
  });
});
