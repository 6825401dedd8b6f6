import type { ReactNode } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { usePost, type PostOptions } from '../actions/use-post';
import type { BodyAt, PostPath } from '../api/paths';
import { SameInCode } from '../parts/code-sample';
import { Columns } from '../parts/columns';
import { curl } from '../parts/curl';
import { Page } from '../parts/page';
import { RecordForm } from './record-form';

interface Props<Values extends FieldValues, Path extends PostPath> extends PostOptions<Path> {
  readonly form: UseFormReturn<Values>;
  readonly path: Path;
  readonly title: string;
  /** The button's verb; the title when left out. */
  readonly verb?: string;
  /** The list that the record will stand in. */
  readonly list: { readonly path: string; readonly title: string };
  /** The body of the call; undefined while something outside of the form is lacking. */
  readonly toInput: (values: Values) => BodyAt<Path> | undefined;
  /** The body that the sample shows, where it is not that of what is typed. */
  readonly toSample?: (values: Values) => object;
  /** Above the form. */
  readonly notice?: ReactNode;
  /** Beside the form, above the sample. */
  readonly aside?: ReactNode;
  /** Shown once it is created. */
  readonly dialog?: ReactNode;
  /** Fields. */
  readonly children: ReactNode;
}

/** A page that makes a record: its fields, and the same call in code beside them. */
export function CreatePage<Values extends FieldValues, Path extends PostPath>(props: Props<Values, Path>) {
  const {
    form,
    path,
    title,
    verb = title,
    list,
    toInput,
    toSample = toInput,
    notice,
    aside,
    dialog,
    children,
    ...post
  } = props;
  const values = useWatch({ control: form.control }) as Values;
  return (
    <Page title={title} parent={list}>
      {notice}
      <RecordForm form={form} verb={verb} action={usePost(path, post)} cancelTo={list.path} toInput={toInput}>
        <Columns aside={aside}>{children}</Columns>
      </RecordForm>
      <SameInCode code={curl('POST', path, toSample(values))} />
      {dialog}
    </Page>
  );
}
