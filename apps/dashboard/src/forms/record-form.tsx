import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Action } from '../actions/use-action';
import { ProblemNotice } from '../parts/problem-notice';
import { StoreLink } from '../parts/store-link';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';

interface Props<Values extends FieldValues, Input> {
  readonly form: UseFormReturn<Values>;
  readonly action: Action<Input>;
  /** What the action is started with; undefined starts nothing. */
  readonly toInput: (values: Values) => Input | undefined;
  /** The button's verb: "Criar produto". */
  readonly verb: string;
  /** Where "Cancelar" leads; without, there is no such button. */
  readonly cancelTo?: string;
  readonly children: ReactNode;
}

/** A form that makes or changes a record: its fields, why it failed, its one filled button. Focus goes to the first wrong field. */
export function RecordForm<Values extends FieldValues, Input>(props: Props<Values, Input>) {
  const { form, action, toInput, verb, cancelTo, children } = props;
  const say = useWords(commonWords);
  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          const input = toInput(values);
          if (input !== undefined) action.start(input);
        })(event)
      }
    >
      <Stack gap="md">
        {children}
        <ProblemNotice problem={action.problem} />
        <Group gap="xs" justify="end">
          {cancelTo !== undefined && (
            <Button variant="default" component={StoreLink} to={cancelTo}>
              {say('cancel')}
            </Button>
          )}
          <Button type="submit" loading={action.isRunning}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
