import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventCatalogue, type EventType } from '@pitanga/contracts';
import type { OutboxRow } from '@pitanga/database';
import { createMetrics } from '@pitanga/runtime';
import { countPayments } from './payment-metrics';

const examples = JSON.parse(
  readFileSync(join(__dirname, '../../../../libs/contracts/examples/events.json'), 'utf8'),
) as Record<string, unknown>;

it('counts every fact about a charge by method, outcome and environment, and no other fact', async () => {
  const metrics = createMetrics();
  const count = countPayments(metrics);
  const rows = (Object.keys(eventCatalogue) as EventType[]).map(
    (type) => ({ type, payload: JSON.stringify(examples[type]) }) as OutboxRow,
  );
  count([...rows, ...rows.filter(({ type }) => type === 'charge.paid')]);
  const lines = (await metrics.getSingleMetricAsString('pitanga_payments_total')).split('\n').slice(2);
  const facts = rows.filter(({ type }) => type.startsWith('charge.'));
  expect(lines).toHaveLength(facts.length);
  expect(lines).toContain('pitanga_payments_total{method="PIX",outcome="paid",environment="dev"} 2');
  for (const line of lines) expect(line).toMatch(/method="(PIX|BOLETO|CARD)",outcome="[a-z_]+",environment="dev"/);
});
