import { Text, Title } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { session } from '#web/app/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import editorStyles from '../editor/Editor.module.css';

/** Photos of sales reps, to be put on the canvas. No photos can be kept yet, so it says so and asks nobody. */
export default function SalesRepsPanel() {
  return (
    <>
      <div className={editorStyles.panelHead}>
        <Title order={2} size="sm">
          Sales rep photos
        </Title>
      </div>
      <div className={editorStyles.panelBody}>
        {session.get() ? (
          <EmptyState icon={IconUserCircle} title="No photos found">
            Photos of your sales reps will be listed here. Until there are some, the Sales Rep Photo element
            shows the photo that the variable {'{rep.photo}'} names.
          </EmptyState>
        ) : (
          <EmptyState icon={IconUserCircle} title="Login Required">
            <Text size="sm">Please log in to view sales rep photos</Text>
          </EmptyState>
        )}
      </div>
    </>
  );
}
