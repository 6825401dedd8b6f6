import type { UseFormReturn } from 'react-hook-form';
import { ChoiceField, MoneyField, NumberField, toText, TextField } from '../../forms/fields';
import { MoreFields } from '../../forms/more-fields';
import { PdfField } from '../../forms/pdf-field';
import { PictureField } from '../../forms/picture-field';
import { useWords } from '../../words/words';
import { cycles, isPdf, isPicture, priceMax, trialDaysMax, type ProductForm } from './product-form';
import { productsWords } from './products-words';

interface Props {
  readonly form: UseFormReturn<ProductForm>;
  readonly cycle: ProductForm['cycle'];
  /** Of the picture that the product has; undefined for a new product. */
  readonly imageBefore?: string;
}

/** Sharp on a page of payment; the API takes 1,000,000 characters. */
const imageLimits = { edgeMax: 1200, charactersMax: 500_000 };

/** What a product is asked for. Its code, cycle and file are chosen once. */
export function ProductFields({ form, cycle, imageBefore }: Props) {
  const say = useWords(productsWords);
  const { control } = form;
  const isNew = imageBefore === undefined;
  const isUrl = (text: unknown) => text === '' || text === imageBefore || isPicture(toText(text)) || say('urlWrong');
  const trial = (
    <NumberField
      control={control}
      name="trialDays"
      label={say('trialDays')}
      description={say('trialDaysHint')}
      unit={say('days')}
      rules={{ validate: (days) => days === undefined || isTrial(Number(days)) || say('trialDaysWrong') }}
    />
  );
  return (
    <div className="field-grid">
      <TextField control={control} name="name" label={say('name')} maxLength={200} isRequired />
      <div className={isNew ? 'field-pair' : undefined}>
        <MoneyField
          control={control}
          name="price"
          label={say('price')}
          description={isNew ? undefined : say('priceHint')}
          isRequired
          rules={{ validate: (cents) => (Number(cents) >= 1 && Number(cents) <= priceMax) || say('priceWrong') }}
        />
        {isNew && (
          <ChoiceField
            control={control}
            name="cycle"
            label={say('cycle')}
            choices={[['', say('once')], ...cycles.map((value) => [value, say(value)] as const)]}
          />
        )}
      </div>
      {cycle !== '' && trial}
      <TextField
        control={control}
        name="description"
        label={say('description')}
        description={say('descriptionHint')}
        maxLength={500}
        rows={3}
      />
      <PictureField
        control={control}
        name="imageUrl"
        limits={imageLimits}
        label={say('imageUrl')}
        description={isNew || imageBefore === '' ? say('imageUrlHint') : say('imageUrlKept')}
        rules={{ validate: isUrl }}
      />
      {isNew && <NewProductFields form={form} />}
    </div>
  );
}

const isTrial = (days: number): boolean => days >= 1 && days <= trialDaysMax;

function NewProductFields({ form: { control, formState } }: Pick<Props, 'form'>) {
  const say = useWords(productsWords);
  const { externalId, fileUrl } = formState.errors;
  return (
    <MoreFields hasError={externalId !== undefined || fileUrl !== undefined}>
      <TextField
        control={control}
        name="externalId"
        label={say('externalId')}
        description={say('externalIdHint')}
        maxLength={255}
      />
      <PdfField
        control={control}
        name="fileUrl"
        label={say('fileUrl')}
        description={say('fileUrlHint')}
        rules={{ validate: (text) => text === '' || isPdf(toText(text)) || say('urlWrong') }}
      />
    </MoreFields>
  );
}
