import { Text } from '@mantine/core';
import type { ApiRecord } from '../../../api/records';
import { Card } from '../../../parts/card';
import { CopyText } from '../../../parts/copy-text';
import { Facts } from '../../../parts/facts';
import { Instant } from '../../../parts/instant';
import { Money } from '../../../parts/money';
import { Status } from '../../../parts/status';
import { payerWords } from '../../../words/payer-words';
import { useWords } from '../../../words/words';
import { storeWords } from './store-words';

interface Props {
  readonly store: ApiRecord<'Store'>;
}

const methodWords = { PIX: 'PIX', BOLETO: 'Boleto', CARD: 'CARD' } as const;

/** What an owner cannot change here, and what integrations need. */
export function OperatorFacts({ store: { id, devMode, status, methods, createdAt } }: Props) {
  const say = useWords(storeWords);
  const methodName = (method: keyof typeof methodWords) => (method === 'BOLETO' ? methodWords.BOLETO : say(method));
  return (
    <>
      <Card title={say('ids')}>
        <Facts
          facts={[
            [say('storeId'), <CopyText key="id" text={id} />],
            [say('baseUrl'), <CopyText key="url" text={`${window.location.origin}/v2`} />],
            [say('environment'), say(devMode ? 'test' : 'live')],
            [say('createdAt'), <Instant key="at" at={createdAt} />],
          ]}
        />
      </Card>
      <Card title={say('operator')}>
        <Facts
          facts={[
            [
              say('status'),
              <Status key="status" tone={status === 'ACTIVE' ? 'good' : status === 'CREATING' ? 'wait' : 'quiet'}>
                {say(status)}
              </Status>,
            ],
            [say('methods'), methods.map(methodName).join(', ')],
          ]}
        />
        <Text size="sm" c="dimmed" mt="xs">
          {say('operatorHint')}
        </Text>
      </Card>
    </>
  );
}

/** The settings for whom may only read them. */
export function SettingsFacts({ store }: Props) {
  const say = useWords(storeWords);
  const sayPayer = useWords(payerWords);
  const { name, website, legalName, returnHosts, payerFields, mail, compatibility, minimumAmounts } = store;
  return (
    <>
      <Card title={say('identity')}>
        <Facts
          facts={[
            [say('name'), name],
            [say('website'), website ?? '—'],
            [say('legalName'), legalName ?? '—'],
            [say('returnHosts'), returnHosts.join(', ') || '—'],
          ]}
        />
      </Card>
      <Card title={sayPayer('payer')}>
        <Facts
          facts={[
            [sayPayer('email'), sayPayer(payerFields.email)],
            [sayPayer('cellphone'), sayPayer(payerFields.cellphone)],
          ]}
        />
      </Card>
      <Card title={say('minimums')}>
        <Facts
          facts={[
            [say('minimumCheckout'), <Money key="checkout" centavos={minimumAmounts.checkout} />],
            [say('minimumBoleto'), <Money key="boleto" centavos={minimumAmounts.boleto} />],
          ]}
        />
      </Card>
      <Card title={say('mail')}>
        <Facts
          facts={[
            [say('kinds'), mail.kinds.length === 0 ? say('noMail') : mail.kinds.map((kind) => say(kind)).join(', ')],
            [say('language'), say(mail.language === 'en' ? 'english' : 'portuguese')],
          ]}
        />
      </Card>
      <Card title={say('api')}>
        <Facts facts={[[say('compatibility'), say(compatibility)]]} />
      </Card>
    </>
  );
}
