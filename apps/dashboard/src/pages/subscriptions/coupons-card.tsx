import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog, ConfirmPost } from '../../actions/confirm-dialog';
import { usePost } from '../../actions/use-post';
import { Card } from '../../parts/card';
import { Icon } from '../../parts/icon';
import { recordPaths } from '../../parts/record-paths';
import { StoreLink } from '../../parts/store-link';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import '../charges/charges.css';
import { actionWords } from './action-words';
import type { DialogProps, SubscriptionDetails } from './subscription-state';
import { subscriptionWords } from './subscription-words';

/** The coupons of an active subscription, each with a way to take it off, and how to apply another. */
export function CouponsCard({ subscription }: { readonly subscription: SubscriptionDetails }) {
  const say = useWords(actionWords);
  const sayList = useWords(subscriptionWords);
  const { key, may } = useStore();
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
        <ConfirmPost
          path="/v2/subscriptions/remove-coupon"
          body={{ id: subscription.id, coupon: open }}
          title={say('removeCoupon')}
          isDangerous
          refreshes={[key('subscriptions')]}
          done={say('removeCouponDone')}
          onClose={close}
        >
          {say('removeCouponHint', { code: open })}
        </ConfirmPost>
      )}
    </Card>
  );
}

function ApplyCouponDialog({ subscription, onClose }: DialogProps) {
  const say = useWords(actionWords);
  const { key, may } = useStore();
  const [code, setCode] = useState('');
  const known = useGet(
    '/v2/coupons/list',
    ['coupons', 'active'],
    { status: 'ACTIVE', limit: 100 },
    { enabled: may('COUPON:READ') },
  );
  const apply = usePost('/v2/subscriptions/apply-coupon', {
    refreshes: [key('subscriptions')],
    done: say('couponDone'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={say('applyCoupon')}
      action={apply}
      isBlocked={code.trim() === ''}
      onClose={onClose}
      input={{ id: subscription.id, coupon: code.trim() }}
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
