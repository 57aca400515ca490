import { Button, Title } from '@mantine/core';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { AssetBrowser } from '../assets/AssetBrowser.tsx';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';

/** The asset library beside the canvas. */
export default function AssetsPanel() {
  const { screen } = useEditorSession();
  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm" style={{ flex: 1 }}>
          Assets
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowsMaximize size={13} />}
          onClick={() => screen.patch({ dialog: 'assets' })}
        >
          Open library
        </Button>
      </div>
      <div className={editorStyles.panelBody}>
        <AssetBrowser compact />
      </div>
    </>
  );
}
