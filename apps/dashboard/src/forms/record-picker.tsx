import { Loader, Select, Text, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode, type Ref } from 'react';
import { ProblemNotice } from '../parts/problem-notice';
import { useStore } from '../session/store-context';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import './record-picker.css';

/** What every picker takes: the id of the picked record, and what stands around it. */
export interface PickerProps<Row> {
  /** The id; empty for none. */
  readonly value: string;
  /** Empty when it is cleared. The record comes along where it is known. */
  readonly onChange: (id: string, row: Row | undefined) => void;
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly placeholder?: string;
  readonly name?: string;
  readonly onBlur?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

interface Props<Row> extends PickerProps<Row> {
  /** Of the kind: `products`. */
  readonly kind: string;
  /** Which of the kind `load` offers, where it is not all: two such pickers never show what the other has found. */
  readonly offer?: string;
  /** The first records of a search; of none for an empty text. */
  readonly load: (text: string, signal: AbortSignal) => Promise<readonly Row[]>;
  readonly loadOne: (id: string, signal: AbortSignal) => Promise<Row>;
  readonly toOption: (row: Row) => PickerOption;
  /** Stands below while there are no records at all. */
  readonly empty?: ReactNode;
}

interface PickerOption {
  readonly id: string;
  readonly title: string;
  /** Tells those with the same title apart: a price, an e-mail. */
  readonly detail: ReactNode;
}

const typingMs = 250;

/** One record, found while one types by its name and whatever else the list's search knows. */
export function RecordPicker<Row>(props: Props<Row>) {
  const { value, onChange, kind, offer = '', toOption, empty, isRequired = false, isDisabled = false, ...rest } = props;
  const { load, loadOne, ...shown } = rest;
  const common = useWords(commonWords);
  const [typed, setTyped] = useState('');
  const { found, picked } = useFound({ value, typed, kind, offer, load, loadOne, toOption });
  const rows = useMemo(() => {
    const all = found.data ?? [];
    const isThere = picked === undefined || all.some((row) => toOption(row).id === value);
    return isThere ? all : [picked, ...all];
  }, [found.data, picked, toOption, value]);
  const options = new Map(rows.map((row) => [toOption(row).id, { ...toOption(row), row }]));
  return (
    <>
      <Select
        {...shown}
        required={isRequired}
        disabled={isDisabled}
        searchable
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': `${common('remove')}: ${props.label}` }}
        value={value === '' ? null : value}
        data={[...options.values()].map(({ id, title }) => ({ value: id, label: title }))}
        filter={unfiltered}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(id) => {
          onChange(id ?? '', id === null ? undefined : options.get(id)?.row);
        }}
        allowDeselect={false}
        maxDropdownHeight={320}
        rightSection={found.isFetching ? <Loader size={16} /> : undefined}
        nothingFoundMessage={found.isPending || found.isFetching ? common('loading') : common('nothing')}
        renderOption={({ option }) => <OptionLine option={options.get(option.value)} />}
      />
      <ProblemNotice problem={found.error} onRetry={() => void found.refetch()} />
      {found.data?.length === 0 && typed === '' && empty}
    </>
  );
}

type Searched<Row> = Pick<Props<Row>, 'value' | 'kind' | 'load' | 'loadOne' | 'toOption'> & {
  readonly typed: string;
  readonly offer: string;
};

/** The picked record, and those of the search; the title of the picked one, which its field shows, is no search. */
function useFound<Row>({ value, typed, kind, offer, load, loadOne, toOption }: Searched<Row>) {
  const { key } = useStore();
  const one = useQuery({
    queryKey: key(kind, 'one', value),
    queryFn: ({ signal }) => loadOne(value, signal),
    enabled: value !== '',
  });
  const picked = value === '' ? undefined : one.data;
  const isTitle = picked !== undefined && toOption(picked).title === typed;
  const [text] = useDebouncedValue(isTitle ? '' : typed.trim(), typingMs);
  const found = useQuery({
    queryKey: key(kind, 'pick', offer, text),
    queryFn: ({ signal }) => load(text, signal),
    placeholderData: keepPreviousData,
  });
  return { found, picked };
}

/** The API has searched already. */
const unfiltered: NonNullable<SelectProps['filter']> = ({ options }) => options;

function OptionLine({ option }: { readonly option: PickerOption | undefined }) {
  if (!option) return null;
  return (
    <div className="picker-option">
      <span>{option.title}</span>
      <Text span size="xs" c="dimmed" className="figures">
        {option.detail}
      </Text>
    </div>
  );
}
