import { Anchor, Text, TextInput } from '@mantine/core';
import { useController, type Control } from 'react-hook-form';
import { useLanguage } from '../../words/language';
import { useWords } from '../../words/words';
import { colorProblem, type BrandForm } from './brand-form';
import { brandingWords } from './branding-words';
import { darkened, isColor, shownContrast } from './contrast';
import './branding.css';

/** Shown by the picker while there is none: the colour of pages without a brand. */
const pageColor = '#c0263b';

/** A colour by the browser's own picker and as text; says while one picks whether white text is readable on it. */
export function ColorField({ control }: { readonly control: Control<BrandForm> }) {
  const say = useWords(brandingWords);
  const { language } = useLanguage();
  const shown = (color: string): string =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(shownContrast(color));
  const problemText = (text: string): string | undefined => {
    const problem = colorProblem(text);
    if (problem === undefined) return undefined;
    return problem === 'tooLight' ? say('tooLight', { contrast: shown(text) }) : say('badColor');
  };
  const { field, fieldState } = useController({
    control,
    name: 'color',
    rules: { validate: (text) => problemText(text) ?? true },
  });
  const { value } = field;
  const problem = colorProblem(value);
  const error = problem === 'tooLight' ? problemText(value) : fieldState.error && problemText(value);
  return (
    <div>
      <TextInput
        {...field}
        label={say('color')}
        description={say('colorHint')}
        placeholder={pageColor}
        maxLength={7}
        autoComplete="off"
        error={error}
        leftSection={
          <input
            type="color"
            className="color-swatch"
            aria-label={say('pickColor')}
            value={isColor(value) ? value.toLowerCase() : pageColor}
            onChange={({ currentTarget }) => {
              field.onChange(currentTarget.value);
            }}
          />
        }
        leftSectionPointerEvents="all"
        leftSectionWidth={42}
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {value === '' && say('colorDefault')}
        {isColor(value) && problem === undefined && say('readable', { contrast: shown(value) })}
        {problem === 'tooLight' && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => {
              field.onChange(darkened(value.toLowerCase()));
            }}
          >
            {say('darken', { color: darkened(value.toLowerCase()) })}
          </Anchor>
        )}
      </Text>
    </div>
  );
}
