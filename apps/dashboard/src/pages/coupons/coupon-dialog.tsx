import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useToasts } from '../../actions/toasts';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import type { Coupon } from './coupon';
import { couponsWords } from './coupons-words';

export type CouponChange = 'toggle' | 'delete';

interface Props {
  readonly coupon: Coupon;
  readonly change: CouponChange;
  readonly onClose: () => void;
}

/** Asks before a coupon is switched off or on, or deleted. */
export function CouponDialog({ coupon, change, onClose }: Props) {
  const say = useWords(couponsWords);
  const { api, key, pathOf } = useStore();
  const toasts = useToasts();
  const navigate = useNavigate();
  const run = useAction({
    run: (what: CouponChange, idempotencyKey) => {
      const request = { body: { id: coupon.id }, params: { header: { 'idempotency-key': idempotencyKey } } };
      return record(
        what === 'toggle' ? api.POST('/v2/coupons/toggle', request) : api.POST('/v2/coupons/delete', request),
      );
    },
    refreshes: [key('coupons')],
    onDone: (_, what) => {
      toasts.show(say(what === 'delete' ? 'deleted' : 'switched'));
      if (what === 'delete') void navigate({ to: pathOf('/coupons') });
      else onClose();
    },
  });
  const verb = change === 'delete' ? 'delete' : coupon.status === 'ACTIVE' ? 'switchOff' : 'switchOn';
  return (
    <ConfirmDialog
      isOpen
      isDangerous={verb !== 'switchOn'}
      title={verb === 'delete' ? say('deleteTitle') : say(verb)}
      verb={say(verb)}
      isRunning={run.isRunning}
      problem={run.problem}
      onClose={onClose}
      onConfirm={() => {
        run.start(change);
      }}
    >
      <Text size="sm">{say(`${verb}Hint`, { code: coupon.code })}</Text>
    </ConfirmDialog>
  );
}
