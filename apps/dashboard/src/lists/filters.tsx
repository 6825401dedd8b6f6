import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from '../parts/icon';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

/** Filters of a list, which live in the address. */
export type Filters = Readonly<Record<string, string>>;

const typingMs = 250;

/** The filters of the open page, without empty ones, and how to set one; the browser's way back keeps its steps. */
export function useFilters(): {
  readonly filters: Filters;
  readonly set: (name: string, value: string) => void;
  /** Several at once; an empty text takes one away. */
  readonly setAll: (values: Filters) => void;
  /** In the place of all that are set. */
  readonly replace: (values: Filters) => void;
  readonly clear: () => void;
} {
  const filters: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const setAll = (values: Filters): void => {
    const kept = Object.entries({ ...filters, ...values }).filter(([, text]) => text !== '');
    void navigate({ to: '.', search: Object.fromEntries(kept), replace: true });
  };
  const set = (name: string, value: string): void => {
    setAll({ [name]: value });
  };
  const replace = (values: Filters): void => void navigate({ to: '.', search: values, replace: true });
  return {
    filters,
    set,
    setAll,
    replace,
    clear: () => {
      replace({});
    },
  };
}

/** One row of filters above a list, with a button that clears those that are set; on narrow screens a button opens them. */
export function FilterBar({ children, actions }: { readonly children: ReactNode; readonly actions?: ReactNode }) {
  const say = useWords(commonWords);
  const { filters, clear } = useFilters();
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filters).length;
  return (
    <Group className="filters" gap="xs" role="search" align="end" data-open={isOpen || undefined}>
      {children}
      <Button
        variant="default"
        size="sm"
        className="filters-fold"
        aria-expanded={isOpen}
        rightSection={<Icon name={isOpen ? 'up' : 'down'} size={16} />}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {count === 0 ? say('filters') : say('filtersSet', { count })}
      </Button>
      {count > 0 && (
        <Button variant="subtle" size="sm" onClick={clear}>
          {say('clear')}
        </Button>
      )}
      {actions !== undefined && <div className="filters-end">{actions}</div>}
    </Group>
  );
}

interface FilterProps {
  /** The name in the address, which is that of the API's parameter. */
  readonly name: string;
  readonly label: string;
}

/** Text that is asked for while one types. */
export function TextFilter({ name, label }: FilterProps) {
  const { filters, set } = useFilters();
  const kept = filters[name] ?? '';
  const [typed, setTyped] = useState(kept);
  const sent = useRef(kept);
  const send = useDebouncedCallback((value: string) => {
    sent.current = value;
    set(name, value);
  }, typingMs);
  useEffect(() => {
    // Changed elsewhere: by the button that clears, or the browser's way back.
    if (kept !== sent.current) {
      sent.current = kept;
      setTyped(kept);
    }
  }, [kept]);
  return (
    <TextInput
      type="search"
      size="sm"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      leftSection={<Icon name="search" size={16} />}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        send(currentTarget.value.trim());
      }}
      className="filter-text"
    />
  );
}

interface ChoiceProps<Value extends string> extends FilterProps {
  /** What none of them is called; by the label when left out. */
  readonly none?: string;
  /** Each with its name, or named by `say`; without that a value is its own name. */
  readonly choices: readonly (Value | readonly [value: string, name: string])[];
  readonly say?: (value: Value) => string;
}

export function ChoiceFilter<Value extends string>(props: ChoiceProps<Value>) {
  const { name, label, choices, say = String, none } = props;
  const common = useWords(commonWords);
  const { filters, set } = useFilters();
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={filters[name] ?? ''}
      data={[
        { value: '', label: none ?? `${label}: ${common('any')}` },
        ...choices.map((choice) =>
          typeof choice === 'string' ? { value: choice, label: say(choice) } : { value: choice[0], label: choice[1] },
        ),
      ]}
      onChange={({ currentTarget }) => {
        set(name, currentTarget.value);
      }}
    />
  );
}

/** What is first: `order` in the address. */
export function OrderFilter() {
  const say = useWords(commonWords);
  return (
    <ChoiceFilter
      name="order"
      label={say('newestFirst')}
      none={say('newestFirst')}
      choices={[
        ['OLDEST', say('oldestFirst')],
        ['LARGEST', say('largestFirst')],
        ['SMALLEST', say('smallestFirst')],
      ]}
    />
  );
}
