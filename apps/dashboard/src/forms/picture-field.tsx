import type { FieldValues } from 'react-hook-form';
import { useWords } from '../words/words';
import type { FieldProps } from './fields';
import { FileAddressField } from './file-address-field';
import { pictureWords } from './picture-words';
import type { PictureLimits } from './shrink-picture';

interface Props<Values extends FieldValues> extends FieldProps<Values> {
  readonly limits: PictureLimits;
}

/** The address of a picture, typed, or the picture itself, drawn anew. */
export function PictureField<Values extends FieldValues>({ limits, ...props }: Props<Values>) {
  const say = useWords(pictureWords);
  return (
    <FileAddressField
      {...props}
      say={say}
      accept="image/png,image/jpeg,image/gif,image/webp"
      read={async (file) => {
        const { shrinkPicture } = await import('./shrink-picture');
        return shrinkPicture(file, limits);
      }}
    />
  );
}
