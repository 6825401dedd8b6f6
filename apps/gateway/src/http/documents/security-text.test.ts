import { createMetrics } from '@pitanga/runtime';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import { Value } from 'typebox/value';
import { gatewayConfig } from '../../config';
import { createServer } from '../server';
import { registerSecurityText } from './security-text';

const path = '/.well-known/security.txt';

async function look(contact: string | undefined) {
  const clock = testClock(new Date('2026-11-30T12:00:00Z'));
  const publicUrl = 'https://pay.example.com';
  const parts = { log: silentLog, clock, ids: testIds, metrics: createMetrics() };
  const app = createServer({ ...parts, trustedProxyHops: 0, publicUrl });
  registerSecurityText(app, { contact, publicUrl, clock });
  const answer = await app.inject({ url: path });
  await app.close();
  return answer;
}

describe('security.txt', () => {
  it('names who hears of a weakness, until a day that comes soon', async () => {
    const { statusCode, headers, body } = await look('mailto:security@example.com');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body.split('\n')).toEqual([
      'Contact: mailto:security@example.com',
      'Expires: 2027-02-28T12:00:00.000Z',
      'Preferred-Languages: pt, en',
      `Canonical: https://pay.example.com${path}`,
      '',
    ]);
  });

  it('is absent where the operator named none', async () => {
    expect((await look(undefined)).statusCode).toBe(404);
  });

  it.each([
    ['mailto:security@example.com', true],
    ['https://example.com/report', true],
    ['security@example.com', false],
    ['http://example.com/report', false],
    ['mailto:a@b\nContact: mailto:c@d', false],
  ])('%j as its contact is taken: %j', (contact, isTaken) => {
    expect(Value.Check(gatewayConfig.properties.SECURITY_CONTACT, contact)).toBe(isTaken);
  });
});
