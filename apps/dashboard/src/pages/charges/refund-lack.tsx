import { Button, Text } from '@mantine/core';
import type { Problem } from '../../api/problem';
import { formatMoney } from '../../format/money';
import { useStore } from '../../session/store-context';
import { useGet } from '../../session/use-get';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { chargesWords } from './charges-words';
import { refundShortage, refusedShortage } from './refund-shortage';

interface OfferProps {
  /** Opens the dialog that puts in what is missing. */
  readonly onTopUp: (lacking: number) => void;
}

function useBalance() {
  const { may } = useStore();
  return useGet('/v2/store/get', ['store'], undefined, { enabled: may('STORE:READ') }).data;
}

function TopUpOffer({ lacking, onTopUp }: OfferProps & { readonly lacking: number }) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  return (
    <Button
      variant="default"
      onClick={() => {
        onTopUp(lacking);
      }}
    >
      {say('refundTopUp', { amount: formatMoney(lacking, language) })}
    </Button>
  );
}

/** A refund that the balance did not cover, of any method: what was missing can be put in. */
export function RefusedRefund({ problem, onTopUp }: OfferProps & { readonly problem: Problem }) {
  const lacking = refusedShortage(problem, useBalance()?.refundOverdraft ?? 0);
  return lacking === undefined || lacking <= 0 ? null : <TopUpOffer lacking={lacking} onTopUp={onTopUp} />;
}

/** What is missing for a refund of a Pix, of which nothing is pending. */
export function Shortage({ amount, onTopUp }: OfferProps & { readonly amount: number }) {
  const say = useWords(chargesWords);
  const { language } = useLanguage();
  const data = useBalance();
  const missing = data && refundShortage(amount, data.balance, data.refundOverdraft);
  if (missing === undefined || missing.kind === 'NONE') return null;
  const said =
    missing.kind === 'COVERED'
      ? say('refundNegative')
      : say('refundShort', {
          short: formatMoney(missing.short, language),
          available: formatMoney(data?.balance.available ?? 0, language),
        });
  return (
    <>
      <Text size="sm" c={missing.kind === 'SHORT' ? 'var(--bad)' : 'dimmed'} role="status">
        {said}
      </Text>
      {missing.kind === 'SHORT' && <TopUpOffer lacking={missing.short} onTopUp={onTopUp} />}
    </>
  );
}
