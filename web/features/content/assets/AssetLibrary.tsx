import { Modal, Text } from '@mantine/core';
import { useEditorSession } from '../editor/session.ts';
import { AssetBrowser } from './AssetBrowser.tsx';

/** The asset library over the editor. */
export default function AssetLibrary() {
  const { screen } = useEditorSession();
  const close = () => screen.patch({ dialog: undefined });
  return (
    <Modal
      opened
      onClose={close}
      size={960}
      title={<Text fw={650}>Asset Library</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AssetBrowser onPlaced={close} />
    </Modal>
  );
}
