import { Button, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPost } from '../../actions/confirm-dialog';
import { ActionMenu } from '../../parts/action-menu';
import { Card } from '../../parts/card';
import { SameInCode } from '../../parts/code-sample';
import { Columns } from '../../parts/columns';
import { CopyText } from '../../parts/copy-text';
import { curl } from '../../parts/curl';
import { Facts } from '../../parts/facts';
import { Figure, Figures } from '../../parts/figures';
import { Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Metadata } from '../../parts/metadata';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { StoreLink } from '../../parts/store-link';
import { useStoreClock } from '../../session/store-clock';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useWords } from '../../words/words';
import { couponHint, couponTones, durationWord, redeemLimit, type Coupon } from './coupon';
import { couponsWords } from './coupons-words';
import { Discount, Redemptions } from './discount';

type CouponChange = 'toggle' | 'delete';

/** One coupon: what it takes off, how often it was used, and how it is switched off. */
export function CouponPage() {
  const say = useWords(couponsWords);
  const { may } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const [open, setOpen] = useState<CouponChange>();
  const query = useGet('/v2/coupons/get', ['coupons', 'one', id], { id });
  const coupon = query.data;
  // One that is used up or past its end cannot be switched: the API refuses it.
  const canToggle = coupon !== undefined && coupon.status !== 'EXPIRED' && may('COUPON:UPDATE');
  return (
    <Page
      title={coupon?.code ?? id}
      parent={{ path: '/coupons', title: say('title') }}
      actions={
        coupon && (
          <>
            <Status tone={couponTones[coupon.status]}>{say(coupon.status)}</Status>
            {canToggle && (
              <Button
                variant="default"
                onClick={() => {
                  setOpen('toggle');
                }}
              >
                {say(coupon.status === 'ACTIVE' ? 'switchOff' : 'switchOn')}
              </Button>
            )}
            <ActionMenu
              label={coupon.code}
              actions={[
                may('COUPON:DELETE') && {
                  name: say('delete'),
                  isDangerous: true,
                  onSelect: () => {
                    setOpen('delete');
                  },
                },
              ]}
            />
          </>
        )
      }
    >
      <Loaded query={query}>{(loaded) => <CouponRecord coupon={loaded} />}</Loaded>
      {coupon && open !== undefined && (
        <CouponDialog
          coupon={coupon}
          change={open}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </Page>
  );
}

interface DialogProps {
  readonly coupon: Coupon;
  readonly change: CouponChange;
  readonly onClose: () => void;
}

/** Asks before a coupon is switched off or on, or deleted. */
function CouponDialog({ coupon, change, onClose }: DialogProps) {
  const say = useWords(couponsWords);
  const { key } = useStore();
  const isDelete = change === 'delete';
  const verb = isDelete ? 'delete' : coupon.status === 'ACTIVE' ? 'switchOff' : 'switchOn';
  return (
    <ConfirmPost
      path={isDelete ? '/v2/coupons/delete' : '/v2/coupons/toggle'}
      body={{ id: coupon.id }}
      title={say(isDelete ? 'deleteTitle' : verb)}
      verb={say(verb)}
      isDangerous={verb !== 'switchOn'}
      refreshes={[key('coupons')]}
      done={say(isDelete ? 'deleted' : 'switched')}
      opens={isDelete ? () => '/coupons' : undefined}
      onClose={onClose}
    >
      {say(`${verb}Hint`, { code: coupon.code })}
    </ConfirmPost>
  );
}

function CouponRecord({ coupon }: { readonly coupon: Coupon }) {
  const say = useWords(couponsWords);
  const { may } = useStore();
  const { code, discountKind, startsAt, expiresAt, notes, metadata, createdAt, updatedAt } = coupon;
  const { now } = useStoreClock();
  const hint = couponHint(coupon, now());
  const sample = { items: [{ id: 'prod_…', quantity: 1 }], coupons: [code] };
  return (
    <Columns
      aside={
        <>
          <Card title={say('details')}>
            <Facts
              facts={[
                [say('code'), <CopyText key="code" text={code} />],
                [say('kind'), say(discountKind)],
                [say('maxRedeems'), redeemLimit(coupon) ?? say('noLimit')],
                [say('startsAt'), startsAt === null ? say('atOnce') : <Instant key="startsAt" at={startsAt} />],
                [say('expiresAt'), expiresAt === null ? say('noEnd') : <Instant key="expiresAt" at={expiresAt} />],
                [say('duration'), say(durationWord(coupon), { count: coupon.durationInCycles ?? 0 })],
                [say('notes'), notes ?? undefined],
                [say('createdAt'), <Instant key="createdAt" at={createdAt} />],
                [say('updatedAt'), <Instant key="updatedAt" at={updatedAt} />],
              ]}
            />
          </Card>
          <Metadata metadata={metadata} />
        </>
      }
    >
      <Figures>
        <Figure name={say('discount')} value={<Discount coupon={coupon} />} />
        <Figure name={say('redemptions')} value={<Redemptions coupon={coupon} />} />
      </Figures>
      {hint && (
        <Text size="sm" c="dimmed">
          {say(hint)}
        </Text>
      )}
      {may('CHECKOUT:CREATE') && coupon.status === 'ACTIVE' && (
        <div>
          <Button component={StoreLink} to="/links/create" search={{ coupon: code }}>
            {say('useIt')}
          </Button>
        </div>
      )}
      <SameInCode code={curl('POST', '/v2/checkouts/create', sample)} />
    </Columns>
  );
}
