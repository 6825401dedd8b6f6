import { Button, Group, Popover } from '@mantine/core';
import { formatMoney } from '../format/money';
import { Icon } from '../parts/icon';
import { MoneyInput } from '../parts/money-input';
import { commonWords } from '../words/common-words';
import { useLanguage } from '../words/language';
import { useWords } from '../words/words';
import { useFilters } from './filters';

/** From one amount to another, inclusive: `amountMin` and `amountMax` in the address. */
export function AmountFilter() {
  const say = useWords(commonWords);
  const { language } = useLanguage();
  const { filters, set, setAll } = useFilters();
  const bounds = [filters['amountMin'], filters['amountMax']].map((text) =>
    text === undefined ? undefined : Number(text),
  );
  const [min, max] = bounds;
  const shown = bounds.map((bound) => (bound === undefined ? '…' : formatMoney(bound, language)));
  const isSet = min !== undefined || max !== undefined;
  const setBound = (name: string) => (centavos: number | undefined) => {
    set(name, centavos === undefined ? '' : String(centavos));
  };
  return (
    <Popover position="bottom-start" trapFocus withRoles>
      <Popover.Target>
        <Button variant="default" size="sm" fw={400} rightSection={<Icon name="down" size={16} />}>
          {isSet ? (min === max ? shown[0] : shown.join(' – ')) : `${say('amount')}: ${say('all').toLowerCase()}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say('amount')} className="period">
        <Group gap="xs" grow align="start">
          <MoneyInput size="sm" label={say('amountFrom')} centavos={min} onCentavos={setBound('amountMin')} />
          <MoneyInput size="sm" label={say('amountTo')} centavos={max} onCentavos={setBound('amountMax')} />
        </Group>
        {isSet && (
          <Button
            mt="sm"
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setAll({ amountMin: '', amountMax: '' });
            }}
          >
            {say('anyAmount')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
