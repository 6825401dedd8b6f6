import { Charge } from '@pitanga/contracts';
import { transparentRecord } from '@pitanga/records';
import { aTenant } from '@pitanga/testing';
import type { Notification } from './notification';
import { renderPayload } from './payload';

it('a body has the metadata as the merchant gave it, to the last digit', () => {
  const metadataJson = '{"orderId":12345678901234567890,"z":[0.12345678901234567],"a":1}';
  const at = new Date('2026-11-22T15:00:00.000Z');
  const charge = Charge.fromPartial({
    id: 'pix_char_1',
    method: 'PAYMENT_METHOD_PIX',
    status: 'CHARGE_STATUS_PAID',
    metadataJson,
    createdAt: at,
    updatedAt: at,
  });
  const data = { transparent: transparentRecord(charge) };
  const notification = { tenant: aTenant(), v2: { event: 'transparent.completed', data } } as unknown as Notification;
  expect(renderPayload(notification, 2, '2026-11-29')?.('log_1')).toContain(`"metadata":${metadataJson},`);
});
