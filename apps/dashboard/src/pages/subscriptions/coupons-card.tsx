import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../actions/confirm-dialog';
import { useAction } from '../../actions/use-action';
import { record } from '../../api/problem';
import { Card } from '../../parts/card';
import { Icon } from '../../parts/icon';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useWords } from '../../words/words';
import '../charges/charges.css';
import { actionWords } from './action-words';
import type { DialogProps, SubscriptionDetails } from './subscription-state';
import { subscriptionWords } from './subscription-words';

/** The coupons of an active subscription, each with a way to take it off, and how to apply another. */
export function CouponsCard({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const say = useWords(actionWords);
  const sayList = useWords(subscriptionWords);
  const { may } = useStore();
  const [open, setOpen] = useState<string>();
  const { coupons, status } = subscription;
  const isOpen = status === 'ACTIVE' && may('CHECKOUT:CREATE');
  const close = () => {
    setOpen(undefined);
  };
  if (coupons.length === 0 && !isOpen) return null;
  return (
    <Card
      title={sayList('coupons')}
      actions={
        isOpen && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setOpen('');
            }}
          >
            {say('applyCoupon')}
          </Button>
        )
      }
    >
      {coupons.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('noCoupons')}
        </Text>
      )}
      <ul className="record-lines">
        {coupons.map((code) => (
          <li key={code}>
            {may('COUPON:READ') ? (
              <StoreLink to={recordPaths.COUPON(code)} className="quiet-link">
                <code>{code}</code>
              </StoreLink>
            ) : (
              <code>{code}</code>
            )}
            {isOpen && (
              <ActionIcon
                className="end"
                variant="subtle"
                color="gray"
                aria-label={`${say('removeCoupon')}: ${code}`}
                onClick={() => {
                  setOpen(code);
                }}
              >
                <Icon name="close" size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {open === '' && <ApplyCouponDialog subscription={subscription} onClose={close} />}
      {open !== undefined && open !== '' && (
        <RemoveCouponDialog subscription={subscription} code={open} onClose={close} />
      )}
    </Card>
  );
}

function ApplyCouponDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { api, key, may } = useStore();
  const [code, setCode] = useState('');
  const known = useQuery({
    queryKey: key('coupons', 'active'),
    queryFn: ({ signal }) =>
      record(api.GET('/v2/coupons/list', { params: { query: { status: 'ACTIVE', limit: 100 } }, signal })),
    enabled: may('COUPON:READ'),
  });
  const apply = useAction({
    run: (coupon: string, idempotencyKey) =>
      record(
        api.POST('/v2/subscriptions/apply-coupon', {
          body: { id: subscription.id, coupon },
          params: { header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key('subscriptions')],
    done: say('couponDone'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={say('applyCoupon')}
      verb={say('applyCoupon')}
      isRunning={apply.isRunning}
      isBlocked={code.trim() === ''}
      problem={apply.problem}
      onClose={onClose}
      onConfirm={() => {
        apply.start(code.trim());
      }}
    >
      <Text size="sm">{say('couponHint')}</Text>
      <TextInput
        data-autofocus
        label={say('couponCode')}
        value={code}
        maxLength={50}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
        }}
      />
      <Group gap={6}>
        {known.data
          ?.filter((coupon) => !subscription.coupons.includes(coupon.code))
          .slice(0, 8)
          .map((coupon) => (
            <Button
              key={coupon.code}
              variant="default"
              size="compact-sm"
              onClick={() => {
                setCode(coupon.code);
              }}
            >
              {coupon.code}
            </Button>
          ))}
      </Group>
    </ConfirmDialog>
  );
}

function RemoveCouponDialog({ subscription, code, onClose }: DialogProps & { readonly code: string }) {
  const say = useWords(actionWords);
  const { api, key } = useStore();
  const remove = useAction({
    run: (coupon: string, idempotencyKey) =>
      record(
        api.POST('/v2/subscriptions/remove-coupon', {
          body: { id: subscription.id, coupon },
          params: { header: { 'idempotency-key': idempotencyKey } },
        }),
      ),
    refreshes: [key('subscriptions')],
    done: say('removeCouponDone'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={say('removeCoupon')}
      verb={say('removeCoupon')}
      isRunning={remove.isRunning}
      problem={remove.problem}
      onClose={onClose}
      onConfirm={() => {
        remove.start(code);
      }}
    >
      <Text size="sm">{say('removeCouponHint', { code })}</Text>
    </ConfirmDialog>
  );
}
