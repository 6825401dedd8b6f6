import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ProblemNotice } from '../parts/problem-notice';
import { StoreLink } from '../parts/store-link';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

interface Props<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly onSubmit: (values: Values) => void;
  /** The button's verb: "Criar produto". */
  readonly verb: string;
  readonly isRunning: boolean;
  readonly problem: Error | null;
  /** Where "Cancelar" leads; without, there is no such button. */
  readonly cancelTo?: string;
  readonly children: ReactNode;
}

/** A form that makes or changes a record: its fields, why it failed, its one filled button. Focus goes to the first wrong field. */
export function RecordForm<Values extends FieldValues>(props: Props<Values>) {
  const { form, onSubmit, verb, isRunning, problem, cancelTo, children } = props;
  const say = useWords(commonWords);
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}>
      <Stack gap="md">
        {children}
        <ProblemNotice problem={problem} />
        <Group gap="xs" justify="end">
          {cancelTo !== undefined && (
            <Button variant="default" component={StoreLink} to={cancelTo}>
              {say('cancel')}
            </Button>
          )}
          <Button type="submit" loading={isRunning}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
