import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { usePost } from '../actions/use-post';
import type { BodyAt, PostPath } from '../api/paths';
import { commonWords } from '../words/common-words';
import { useWords } from '../words/words';
import { RecordForm } from './record-form';

interface Props<Values extends FieldValues, Path extends PostPath> {
  readonly form: UseFormReturn<Values>;
  readonly path: Path;
  readonly toInput: (values: Values) => BodyAt<Path>;
  readonly refreshes: readonly (readonly unknown[])[];
  /** Said when it is saved. */
  readonly done: string;
  /** The record's page, which opens when it is saved. */
  readonly opens: string;
  readonly children: ReactNode;
}

/** The form that changes a record and leads back to its page. */
export function EditForm<Values extends FieldValues, Path extends PostPath>(props: Props<Values, Path>) {
  const { form, path, toInput, refreshes, done, opens, children } = props;
  const say = useWords(commonWords);
  const save = usePost(path, { refreshes, done, opens: () => opens });
  return (
    <RecordForm form={form} verb={say('save')} action={save} cancelTo={opens} toInput={toInput}>
      {children}
    </RecordForm>
  );
}
