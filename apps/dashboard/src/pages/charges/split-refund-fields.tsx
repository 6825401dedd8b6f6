import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../format/money';
import { MoneyInput } from '../../parts/money-input';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import type { ChargeDetails } from './charge-status';
import { chargesWords } from './charges-words';
import { bearers, splitRefunds, storesShare, type Bearer, type Shares } from './split-refund';

type Splits = ChargeDetails['splits'];

/** Who bears a refund of this amount, as it is chosen and typed. */
export function useSplitRefund(splits: Splits, amount: number) {
  const [bearer, setBearer] = useState<Bearer>('PROPORTION');
  const [shares, setShares] = useState<Shares>({});
  const asked = splits && splitRefunds(bearer, shares);
  const rest = storesShare(amount, shares);
  return {
    splits,
    amount,
    bearer,
    setBearer,
    shares,
    setShares,
    rest,
    isTooMuch: bearer === 'CHOSEN' && rest < 0,
    /** For the body of the refund. */
    given: asked === undefined ? {} : { splitRefunds: asked },
  };
}

/** Who bears a refund of a payment that was split; nothing for any other. */
export function SplitRefundFields({ of }: { readonly of: ReturnType<typeof useSplitRefund> }) {
  const { splits, amount, bearer, setBearer, shares, setShares, rest, isTooMuch } = of;
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  if (splits === undefined) return null;
  return (
    <Radio.Group
      label={say('bearer')}
      value={bearer}
      onChange={(chosen) => {
        setBearer(bearers.find((each) => each === chosen) ?? 'PROPORTION');
      }}
    >
      <Stack gap="xs" mt={4}>
        {bearers.map((each) => (
          <Radio key={each} value={each} label={say(`bearer${each}`)} />
        ))}
        {bearer === 'CHOSEN' && (
          <>
            {splits.map(({ subAccountId }) => (
              <ShareInput
                key={subAccountId}
                subAccountId={subAccountId}
                share={shares[subAccountId]}
                onShare={(share) => {
                  setShares({ ...shares, [subAccountId]: share });
                }}
              />
            ))}
            <Text size="sm" c={isTooMuch ? 'red' : 'dimmed'} role={isTooMuch ? 'alert' : undefined}>
              {isTooMuch
                ? say('sharesTooMuch', { amount: formatMoney(amount, language) })
                : say('storesShare', { amount: formatMoney(rest, language) })}
            </Text>
          </>
        )}
      </Stack>
    </Radio.Group>
  );
}

interface ShareProps {
  readonly subAccountId: string;
  readonly share: number | undefined;
  readonly onShare: (share: number | undefined) => void;
}

function ShareInput({ subAccountId, share, onShare }: ShareProps) {
  const { may } = useStore();
  const { data } = useGet(
    '/v2/sub-accounts/get',
    ['sellers', 'one', subAccountId],
    { id: subAccountId },
    {
      enabled: may('SUB_ACCOUNT:READ'),
    },
  );
  return <MoneyInput label={data?.name ?? subAccountId} centavos={share} onCentavos={onShare} />;
}
