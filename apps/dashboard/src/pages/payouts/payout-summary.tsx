import { Alert, Button, Group } from '@mantine/core';
import { formatMoney } from '../../format/money';
import { Facts } from '../../parts/facts';
import { Icon } from '../../parts/icon';
import { Money } from '../../parts/money';
import { commonWords } from '../../words/common-words';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { toBankAccount } from './bank-account';
import { accountText } from './payout';
import { splitAmount, type PayoutForm, type PayoutMoney } from './payout-form';
import { payoutWords } from './payout-words';
import { readBrCode } from './pix-key';

interface Props {
  readonly form: PayoutForm;
  readonly money: PayoutMoney;
  /** The limit that it exceeds, so that it waits for another person. */
  readonly limit: number | null;
  readonly onBack: () => void;
}

/** Everything that leaves, and to whom, once more. */
export function PayoutSummary({ form, money, limit, onBack }: Props) {
  const say = useWords(payoutWords);
  const common = useWords(commonWords);
  const { language } = useLanguage();
  const { isOwnDocument, key, keyType, account } = form;
  const { leaves, arrives } = splitAmount(form, money);
  const typed = account && toBankAccount(account);
  const name = keyType === 'BR_CODE' ? readBrCode(key)?.name : undefined;
  return (
    <>
      <Facts
        facts={[
          [
            say('to'),
            <span key="to" className="payout-key">
              {typed ? accountText({ bankCode: null, ispb: null, ...typed }) : isOwnDocument ? say('ownKey') : key}
            </span>,
          ],
          // The maker of the code wrote this name.
          [say('nameInCode'), name],
          [say('accountType'), typed && say(typed.accountType)],
          [say('keyType'), isOwnDocument || account ? undefined : say(keyType)],
          [say('arrives'), <Money key="arrives" centavos={arrives} />],
          [say('fee'), <Money key="fee" centavos={money.fee} />],
          [
            say('total'),
            <strong key="total">
              <Money centavos={leaves} />
            </strong>,
          ],
          [say('left'), <Money key="left" centavos={(money.available ?? 0) - leaves} />],
        ]}
      />
      {limit !== null && (
        <Alert variant="light" color="yellow" icon={<Icon name="shield" />}>
          {say('waitsNotice', { limit: formatMoney(limit, language) })}
        </Alert>
      )}
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {common('back')}
        </Button>
      </Group>
    </>
  );
}
