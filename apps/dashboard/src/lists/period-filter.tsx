import { Button, Group, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatDay } from '../format/time';
import { Icon } from '../parts/icon';
import { useStoreClock } from '../session/store-clock';
import { commonWords } from '../words/common-words';
import { useLanguage } from '../words/language';
import { useWords } from '../words/words';
import { useFilters } from './filters';
import { periodNames, periodsOn, type Period, type PeriodName } from './periods';

interface Props {
  /** What is shown where the address names no day; without it that is every day. */
  readonly usual?: Period;
}

/** First and last day, inclusive, in the store's zone: `startDate` and `endDate` in the address. */
export function PeriodFilter({ usual }: Props) {
  const say = useWords(commonWords);
  const { language } = useLanguage();
  const { filters, setAll } = useFilters();
  const { today } = useStoreClock();
  const [isOpen, open] = useDisclosure(false);
  const { startDate = usual?.startDate ?? '', endDate = usual?.endDate ?? '' } = filters;
  const choose = (name: PeriodName): void => {
    setAll({ ...periodsOn(today())[name] });
    open.close();
  };
  const shown = [startDate, endDate].map((day) => (day === '' ? '…' : formatDay(day, language)));
  const isSet = startDate !== '' || endDate !== '';
  return (
    <Popover opened={isOpen} onChange={open.toggle} position="bottom-start" trapFocus withRoles>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          fw={400}
          rightSection={<Icon name="down" size={16} />}
          onClick={open.toggle}
        >
          {isSet
            ? startDate === endDate
              ? shown[0]
              : shown.join(' – ')
            : `${say('period')}: ${say('all').toLowerCase()}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={say('period')} className="period">
        <Group gap={6} mb="sm">
          {periodNames.map((name) => (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              onClick={() => {
                choose(name);
              }}
            >
              {say(name)}
            </Button>
          ))}
        </Group>
        <Group gap="xs" grow>
          <DayInput name="startDate" label={say('from')} value={startDate} limits={{ max: endDate }} />
          <DayInput name="endDate" label={say('until')} value={endDate} limits={{ min: startDate }} />
        </Group>
        {isSet && usual === undefined && (
          <Button
            mt="sm"
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setAll({ startDate: '', endDate: '' });
              open.close();
            }}
          >
            {say('anyPeriod')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface DayProps {
  readonly name: 'startDate' | 'endDate';
  readonly label: string;
  readonly value: string;
  readonly limits: { readonly min?: string; readonly max?: string };
}

function DayInput({ name, label, value, limits }: DayProps) {
  const { set } = useFilters();
  return (
    <TextInput
      type="date"
      size="sm"
      label={label}
      value={value}
      {...limits}
      onChange={({ currentTarget }) => {
        set(name, currentTarget.value);
      }}
    />
  );
}
