import { useParams } from 'react-router';
import { ImportList } from './ImportList.tsx';
import { ImportPage } from './ImportPage.tsx';
import { ImportWizard } from './ImportWizard.tsx';

/** The list of imports, the wizard for a new one ('new'), or the page of one. */
export default function ImportsArea() {
  const { importId } = useParams();
  if (importId === 'new') return <ImportWizard />;
  return importId ? <ImportPage key={importId} importId={importId} /> : <ImportList />;
}
