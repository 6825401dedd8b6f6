import { Button, Group, Stack } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { Started } from '../actions/use-action';
import { ProblemNotice } from '../parts/problem-notice';
import { StoreLink } from '../parts/store-link';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { useUnsaved } from '../unsaved/forms';
import { useFieldProblem } from '../problems/use-explanation';

/** Seldom needed. */
const RestoredNotice = lazy(async () => ({ default: (await import('../unsaved/restored-notice')).RestoredNotice }));

interface Props<Values extends FieldValues, Input> {
  readonly form: UseFormReturn<Values>;
  readonly action: Started<Input>;
  /** What the action is started with; undefined starts nothing. */
  readonly toInput: (values: Values) => Input | undefined;
  /** Fields by their names in the API, where the form calls them otherwise. */
  readonly apiNames?: Readonly<Record<string, FieldPath<Values>>>;
  /** The button's verb: "Criar produto". */
  readonly verb: string;
  /** It asks for credentials, which are not kept when the form is interrupted. */
  readonly holdsSecrets?: boolean;
  /** Where "Cancelar" leads; without, there is no such button. */
  readonly cancelTo?: string;
  readonly children: ReactNode;
}

/** A form that makes or changes a record: its fields, why it failed, its one filled button. Focus goes to the first wrong field. */
export function RecordForm<Values extends FieldValues, Input>(props: Props<Values, Input>) {
  const { form, action, toInput, apiNames, verb, holdsSecrets = false, cancelTo, children } = props;
  const say = useWords(commonWords);
  const problem = useFieldProblem(form, action.problem, apiNames);
  const { isRestored, beginAnew } = useUnsaved(form, action, !holdsSecrets);
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
        {isRestored && (
          <Suspense>
            <RestoredNotice onAnew={beginAnew} />
          </Suspense>
        )}
        {children}
        <ProblemNotice problem={problem} />
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
