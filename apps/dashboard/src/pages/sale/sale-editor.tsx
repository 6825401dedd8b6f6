import type { ComponentProps, ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { SameInCode } from '../../parts/code-sample';
import { PagePreview } from './page-preview';
import { methods, type SaleForm } from './sale';

interface Props {
  readonly form: UseFormReturn<SaleForm>;
  readonly toPage: (values: SaleForm) => ComponentProps<typeof PagePreview>['page'];
  readonly toSample?: (values: SaleForm) => string;
  /** The form with its fields. */
  readonly children: ReactNode;
}

/** The form of a payment link or a checkout, with its page beside it as it will be. */
export function SaleEditor({ form, toPage, toSample, children }: Props) {
  const values = useWatch({ control: form.control }) as SaleForm;
  return (
    <div className="preview-columns">
      {children}
      <div className="preview-side">
        <PagePreview page={toPage(values)} methods={methods.filter((method) => values.methods.includes(method))} />
        {toSample && <SameInCode code={toSample(values)} />}
      </div>
    </div>
  );
}
