import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceDictionary;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceStream;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.SignatureOptions;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERSet;
import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.cms.AttributeTable;
import org.bouncycastle.asn1.cms.CMSAttributes;
import org.bouncycastle.asn1.ess.ESSCertIDv2;
import org.bouncycastle.asn1.ess.SigningCertificateV2;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSAttributeTableGenerator;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.DefaultSignedAttributeTableGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoGeneratorBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.TSPAlgorithms;
import org.bouncycastle.tsp.TimeStampRequest;
import org.bouncycastle.tsp.TimeStampRequestGenerator;
import org.bouncycastle.tsp.TimeStampResponseGenerator;
import org.bouncycastle.tsp.TimeStampTokenGenerator;

/**
 * Makes papers, signs them again and stamps them as PDFBox and iText do. Reads one job a line: what, file in, file out, options.
 * Arguments: the key stores (PKCS 12, password "prova") of the signer and of the timestamp authority.
 */
public class ForeignSigner {
  static PrivateKey key;
  static X509Certificate certificate;
  static PrivateKey stampKey;
  static X509Certificate stampCertificate;

  public static void main(String[] args) throws Exception {
    KeyStore signer = open(args[0]);
    key = (PrivateKey) signer.getKey("prova", "prova".toCharArray());
    certificate = (X509Certificate) signer.getCertificate("prova");
    KeyStore stamper = open(args[1]);
    stampKey = (PrivateKey) stamper.getKey("prova", "prova".toCharArray());
    stampCertificate = (X509Certificate) stamper.getCertificate("prova");
    BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in));
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      String[] words = line.trim().split(" ");
      if (words.length >= 3) run(words[0], Path.of(words[1]), Path.of(words[2]), Arrays.asList(words).subList(3, words.length));
    }
  }

  static KeyStore open(String path) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(Path.of(path))) {
      store.load(in, "prova".toCharArray());
    }
    return store;
  }

  static void run(String what, Path in, Path out, List<String> options) throws Exception {
    switch (what) {
      case "box-paper" -> BoxWork.paper(out, options);
      case "box-sign" -> BoxWork.sign(in, out, options, false);
      case "box-stamp" -> BoxWork.sign(in, out, options, true);
      case "box-dss" -> BoxWork.store(in, out, options);
      case "itext-paper" -> ItextWork.paper(out, options);
      case "itext-sign" -> ItextWork.sign(in, out, options);
      case "itext-stamp" -> ItextWork.stamp(in, out);
      case "itext-dss" -> ItextWork.store(in, out);
      default -> throw new IllegalArgumentException(what);
    }
  }

  static String option(List<String> options, String name) {
    return options.stream().filter(o -> o.startsWith(name + "=")).map(o -> o.substring(name.length() + 1)).findFirst().orElse(null);
  }

  /** A detached CMS as PAdES wants it: signing-certificate-v2, no signing-time. */
  static byte[] cms(byte[] content) throws GeneralSecurityException, IOException {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      SigningCertificateV2 bound = new SigningCertificateV2(new ESSCertIDv2[] {new ESSCertIDv2(hash)});
      ASN1EncodableVector attributes = new ASN1EncodableVector();
      attributes.add(new Attribute(PKCSObjectIdentifiers.id_aa_signingCertificateV2, new DERSet(bound)));
      JcaSignerInfoGeneratorBuilder info = new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build());
      info.setSignedAttributeGenerator(new CMSAttributeTableGenerator() {
        @SuppressWarnings("rawtypes")
        public AttributeTable getAttributes(Map parameters) {
          return new DefaultSignedAttributeTableGenerator(new AttributeTable(attributes)).getAttributes(parameters).remove(CMSAttributes.signingTime);
        }
      });
      CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
      generator.addSignerInfoGenerator(info.build(new JcaContentSignerBuilder("SHA256withRSA").build(key), certificate));
      generator.addCertificates(new JcaCertStore(List.of(certificate)));
      return generator.generate(new CMSProcessableByteArray(content), false).toASN1Structure().getEncoded("DER");
    } catch (org.bouncycastle.cms.CMSException | org.bouncycastle.operator.OperatorCreationException error) {
      throw new IOException(error);
    }
  }

  static byte[] token(byte[] digest) throws Exception {
    TimeStampRequestGenerator requests = new TimeStampRequestGenerator();
    requests.setCertReq(true);
    TimeStampRequest request = requests.generate(TSPAlgorithms.SHA256, digest);
    AlgorithmIdentifier sha256 = new AlgorithmIdentifier(TSPAlgorithms.SHA256);
    TimeStampTokenGenerator tokens = new TimeStampTokenGenerator(
        new JcaSimpleSignerInfoGeneratorBuilder().build("SHA256withRSA", stampKey, stampCertificate),
        new JcaDigestCalculatorProviderBuilder().build().get(sha256),
        new ASN1ObjectIdentifier("1.2.3.4.5"));
    tokens.addCertificates(new JcaCertStore(List.of(stampCertificate)));
    BigInteger serial = BigInteger.valueOf(System.nanoTime());
    return new TimeStampResponseGenerator(tokens, TSPAlgorithms.ALLOWED).generate(request, serial, new Date()).getTimeStampToken().getEncoded();
  }
}

class BoxWork {
  static void paper(Path out, List<String> options) throws Exception {
    try (PDDocument document = new PDDocument()) {
      for (int n = 1; n <= 2; n++) {
        PDPage page = new PDPage(PDRectangle.A4);
        document.addPage(page);
        write(new PDPageContentStream(document, page), 60, 700, "Contratto, pagina " + n + ", Euro 1.000");
      }
      PDPage first = document.getPage(0);
      if (options.contains("places")) {
        PDAcroForm form = new PDAcroForm(document);
        document.getDocumentCatalog().setAcroForm(form);
        if (options.contains("text")) addText(form, first);
        addPlace(form, first, "Uno", 400);
        addPlace(form, first, "Due", 300);
      }
      if (options.contains("title")) document.getDocumentInformation().setTitle("Contratto");
      document.save(out.toFile());
    }
  }

  static void addText(PDAcroForm form, PDPage page) throws IOException {
    PDResources resources = new PDResources();
    resources.put(COSName.getPDFName("Helv"), PDType1Font.HELVETICA);
    form.setDefaultResources(resources);
    form.setDefaultAppearance("/Helv 0 Tf 0 g");
    PDTextField text = new PDTextField(form);
    text.setPartialName("Nome");
    form.getFields().add(text);
    place(text.getWidgets().get(0), page, 600);
    text.setValue("Ada");
  }

  static void addPlace(PDAcroForm form, PDPage page, String name, float y) throws IOException {
    PDSignatureField field = new PDSignatureField(form);
    field.setPartialName(name);
    form.getFields().add(field);
    place(field.getWidgets().get(0), page, y);
  }

  static void place(PDAnnotationWidget widget, PDPage page, float y) throws IOException {
    widget.setRectangle(new PDRectangle(60, y, 150, 40));
    widget.setPage(page);
    widget.setPrinted(true);
    page.getAnnotations().add(widget);
  }

  static void write(PDPageContentStream content, float x, float y, String words) throws IOException {
    content.beginText();
    content.setFont(PDType1Font.HELVETICA, 10);
    content.newLineAtOffset(x, y);
    content.showText(words);
    content.endText();
    content.close();
  }

  static void sign(Path in, Path out, List<String> options, boolean stamps) throws Exception {
    try (PDDocument document = PDDocument.load(in.toFile()); OutputStream file = Files.newOutputStream(out)) {
      PDSignature signature = new PDSignature();
      if (stamps) signature.setType(COSName.getPDFName("DocTimeStamp"));
      signature.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
      signature.setSubFilter(COSName.getPDFName(stamps ? "ETSI.RFC3161" : "ETSI.CAdES.detached"));
      if (!stamps) signature.setSignDate(Calendar.getInstance());
      String level = ForeignSigner.option(options, "certify");
      if (level != null) certify(document, signature, Integer.parseInt(level));
      String field = ForeignSigner.option(options, "field");
      if (field != null) document.getDocumentCatalog().getAcroForm().getField(field).getCOSObject().setItem(COSName.V, signature);
      SignatureOptions how = new SignatureOptions();
      how.setPreferredSignatureSize(20000);
      if (options.contains("seen")) {
        how.setPage(0);
        how.setVisualSignature(looks());
      }
      document.addSignature(signature, content -> {
        try {
          byte[] bytes = IOUtils.toByteArray(content);
          return stamps ? ForeignSigner.token(MessageDigest.getInstance("SHA-256").digest(bytes)) : ForeignSigner.cms(bytes);
        } catch (Exception error) {
          throw new IOException(error);
        }
      }, how);
      if (options.contains("date")) {
        document.getDocumentInformation().setModificationDate(Calendar.getInstance());
        document.getDocumentInformation().getCOSObject().setNeedToBeUpdated(true);
      }
      document.saveIncremental(file);
    }
  }

  /** DocMDP (ISO 32000-1, 12.8.2.2), as the examples of PDFBox write it. */
  static void certify(PDDocument document, PDSignature signature, int level) {
    COSDictionary parameters = new COSDictionary();
    parameters.setItem(COSName.TYPE, COSName.getPDFName("TransformParams"));
    parameters.setInt(COSName.P, level);
    parameters.setName(COSName.V, "1.2");
    COSDictionary reference = new COSDictionary();
    reference.setItem(COSName.TYPE, COSName.getPDFName("SigRef"));
    reference.setItem("TransformMethod", COSName.getPDFName("DocMDP"));
    reference.setItem("TransformParams", parameters);
    COSArray references = new COSArray();
    references.add(reference);
    signature.getCOSObject().setItem("Reference", references);
    COSDictionary catalog = document.getDocumentCatalog().getCOSObject();
    COSDictionary permissions = new COSDictionary();
    permissions.setItem(COSName.DOCMDP, signature);
    catalog.setItem(COSName.PERMS, permissions);
    for (COSDictionary one : List.of(parameters, reference, catalog, permissions)) one.setNeedToBeUpdated(true);
    references.setNeedToBeUpdated(true);
  }

  /** A document with one signature field and its drawing: what PDFBox takes looks from. */
  static InputStream looks() throws IOException {
    try (PDDocument document = new PDDocument(); ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.addPage(new PDPage(PDRectangle.A4));
      PDAcroForm form = new PDAcroForm(document);
      document.getDocumentCatalog().setAcroForm(form);
      form.setSignaturesExist(true);
      form.setAppendOnly(true);
      form.getCOSObject().setDirect(true);
      PDSignatureField field = new PDSignatureField(form);
      form.getFields().add(field);
      PDAnnotationWidget widget = field.getWidgets().get(0);
      widget.setRectangle(new PDRectangle(300, 100, 150, 50));
      PDFormXObject drawing = new PDFormXObject(new PDStream(document));
      drawing.setResources(new PDResources());
      drawing.setFormType(1);
      drawing.setBBox(new PDRectangle(150, 50));
      PDAppearanceDictionary appearance = new PDAppearanceDictionary();
      appearance.getCOSObject().setDirect(true);
      PDAppearanceStream stream = new PDAppearanceStream(drawing.getCOSObject());
      appearance.setNormalAppearance(stream);
      widget.setAppearance(appearance);
      write(new PDPageContentStream(document, stream), 5, 20, "Firmato da Ada");
      document.save(out);
      return new ByteArrayInputStream(out.toByteArray());
    }
  }

  static void store(Path in, Path out, List<String> options) throws Exception {
    try (PDDocument document = PDDocument.load(in.toFile()); OutputStream file = Files.newOutputStream(out)) {
      COSStream item = document.getDocument().createCOSStream();
      try (OutputStream data = item.createOutputStream(COSName.FLATE_DECODE)) {
        data.write(ForeignSigner.certificate.getEncoded());
      }
      COSArray certificates = new COSArray();
      certificates.add(item);
      certificates.setNeedToBeUpdated(true);
      COSDictionary store = new COSDictionary();
      store.setName(COSName.TYPE, "DSS");
      store.setItem("Certs", certificates);
      store.setNeedToBeUpdated(true);
      COSDictionary catalog = document.getDocumentCatalog().getCOSObject();
      catalog.setItem("DSS", store);
      catalog.setNeedToBeUpdated(true);
      if (options.contains("version")) document.getDocumentCatalog().setVersion("1.7");
      document.saveIncremental(file);
    }
  }
}

class ItextWork {
  static void paper(Path out, List<String> options) throws Exception {
    com.itextpdf.text.Document document = new com.itextpdf.text.Document();
    com.itextpdf.text.pdf.PdfWriter writer = com.itextpdf.text.pdf.PdfWriter.getInstance(document, Files.newOutputStream(out));
    if (options.contains("compressed")) writer.setFullCompression();
    document.open();
    document.add(new com.itextpdf.text.Paragraph("Contratto, Euro 1.000"));
    document.newPage();
    document.add(new com.itextpdf.text.Paragraph("Pagina due"));
    document.close();
  }

  static com.itextpdf.text.pdf.PdfStamper append(Path in, Path out) throws Exception {
    com.itextpdf.text.pdf.PdfReader reader = new com.itextpdf.text.pdf.PdfReader(in.toString());
    return com.itextpdf.text.pdf.PdfStamper.createSignature(reader, Files.newOutputStream(out), '\0', null, true);
  }

  static void sign(Path in, Path out, List<String> options) throws Exception {
    com.itextpdf.text.pdf.PdfSignatureAppearance appearance = append(in, out).getSignatureAppearance();
    String level = ForeignSigner.option(options, "certify");
    if (level != null) appearance.setCertificationLevel(Integer.parseInt(level));
    String field = ForeignSigner.option(options, "field");
    if (field != null) appearance.setVisibleSignature(field);
    if (options.contains("seen")) appearance.setVisibleSignature(new com.itextpdf.text.Rectangle(300, 100, 450, 150), 1, null);
    com.itextpdf.text.pdf.PdfSignature signature = new com.itextpdf.text.pdf.PdfSignature(
        com.itextpdf.text.pdf.PdfName.ADOBE_PPKLITE, new com.itextpdf.text.pdf.PdfName("ETSI.CAdES.detached"));
    signature.setDate(new com.itextpdf.text.pdf.PdfDate(appearance.getSignDate()));
    appearance.setCryptoDictionary(signature);
    HashMap<com.itextpdf.text.pdf.PdfName, Integer> holes = new HashMap<>();
    holes.put(com.itextpdf.text.pdf.PdfName.CONTENTS, 20002);
    appearance.preClose(holes);
    byte[] value = Arrays.copyOf(ForeignSigner.cms(IOUtils.toByteArray(appearance.getRangeStream())), 10000);
    com.itextpdf.text.pdf.PdfDictionary filled = new com.itextpdf.text.pdf.PdfDictionary();
    filled.put(com.itextpdf.text.pdf.PdfName.CONTENTS, new com.itextpdf.text.pdf.PdfString(value).setHexWriting(true));
    appearance.close(filled);
  }

  static void stamp(Path in, Path out) throws Exception {
    com.itextpdf.text.pdf.security.LtvTimestamp.timestamp(append(in, out).getSignatureAppearance(), new com.itextpdf.text.pdf.security.TSAClient() {
      public int getTokenSizeEstimate() {
        return 8192;
      }

      public MessageDigest getMessageDigest() throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256");
      }

      public byte[] getTimeStampToken(byte[] imprint) throws Exception {
        return ForeignSigner.token(imprint);
      }
    }, null);
  }

  static void store(Path in, Path out) throws Exception {
    com.itextpdf.text.pdf.PdfReader reader = new com.itextpdf.text.pdf.PdfReader(in.toString());
    com.itextpdf.text.pdf.PdfStamper stamper = new com.itextpdf.text.pdf.PdfStamper(reader, Files.newOutputStream(out), '\0', true);
    com.itextpdf.text.pdf.security.LtvVerification verification = stamper.getLtvVerification();
    for (String name : stamper.getAcroFields().getSignatureNames())
      verification.addVerification(name, null, null, List.of(ForeignSigner.certificate.getEncoded()));
    verification.merge();
    stamper.close();
  }
}
