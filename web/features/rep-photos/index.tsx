import { PageHeader } from '#web/ui/PageHeader.tsx';
import { RepPhotosPanel } from './RepPhotosPanel.tsx';

/** The faces of those who sell. */
export default function RepPhotosPage() {
  return (
    <>
      <PageHeader
        title="Rep photos"
        description="Faces of your sales reps: signs, mails and celebrations show them by the rep’s e-mail."
      />
      <RepPhotosPanel />
    </>
  );
}
