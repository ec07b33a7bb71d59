/** A photo as sent. */
import { useEffect, useState } from 'react';

export function Thumbnail({ picture, label }: { picture: File; label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(picture);
    setUrl(created);
    // Otherwise the browser keeps every photo in memory.
    return () => URL.revokeObjectURL(created);
  }, [picture]);
  return <img className="photos-picture" src={url} alt={label} />;
}
