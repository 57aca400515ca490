import { Title } from '@mantine/core';
import editorStyles from '../editor/Editor.module.css';
import { BrandSection } from './BrandSection.tsx';
import { PresetsSection } from './PresetsSection.tsx';

/** The tenant's brand kit, and looks under a name. */
export default function StylesPanel() {
  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm">
          Styles
        </Title>
      </div>
      <div className={editorStyles.panelBody}>
        <BrandSection />
        <PresetsSection />
      </div>
    </>
  );
}
