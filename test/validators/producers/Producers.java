import com.itextpdf.text.Document;
import com.itextpdf.text.Element;
import com.itextpdf.text.Phrase;
import com.itextpdf.text.Rectangle;
import com.itextpdf.text.pdf.AcroFields;
import com.itextpdf.text.pdf.ColumnText;
import com.itextpdf.text.pdf.PdfFormField;
import com.itextpdf.text.pdf.PdfPTable;
import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfStamper;
import com.itextpdf.text.pdf.PdfWriter;
import com.itextpdf.text.pdf.RadioCheckField;
import com.itextpdf.text.pdf.TextField;
import java.io.File;
import java.io.FileOutputStream;
import java.util.Arrays;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDComboBox;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;

/** Papers and forms of PDFBox and iText, blank and filled in, written to the current folder. Argument: a TrueType font. */
public class Producers {
  static final String NAME = "Nicol\u00f2 D\u2019Al\u00f2";
  static final String NOTE = "Gi\u00e0 pronto.\nTotale \u20ac 31.200,00";

  public static void main(String[] args) throws Exception {
    boxPaper(args[0]);
    boxForm();
    boxFilled();
    itextPaper("itext-paper.pdf", false);
    itextPaper("itext-compressed.pdf", true);
    itextForm();
    itextFilled("itext-filled.pdf", true, false);
    itextFilled("itext-filled-anew.pdf", false, false);
    itextFilled("itext-flattened.pdf", true, true);
    itextStamped();
    oldPaper();
  }

  static void boxPaper(String font) throws Exception {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(PDRectangle.A4);
      document.addPage(page);
      PDType0Font embedded = PDType0Font.load(document, new File(font));
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.setNonStrokingColor(0.1f, 0.4f, 0.8f);
        content.addRect(50, 740, 200, 2);
        content.fill();
        content.setNonStrokingColor(0f, 0f, 0f);
        content.beginText();
        content.setFont(embedded, 12);
        content.newLineAtOffset(50, 760);
        content.showText("Proposta di " + NAME + ": \u20ac 25.000,00");
        content.setLeading(16);
        content.newLine();
        content.newLine();
        content.setFont(PDType1Font.TIMES_ROMAN, 11);
        content.showText("Consegna entro 60 giorni");
        content.endText();
      }
      document.save("box-paper.pdf");
    }
  }

  static PDTextField boxText(PDAcroForm form, PDPage page, String name, int y, int height) throws Exception {
    PDTextField field = new PDTextField(form);
    field.setPartialName(name);
    field.setDefaultAppearance("/Helv 10 Tf 0 g");
    if (height > 30) field.setMultiline(true);
    place(field.getWidgets().get(0), page, y, height);
    form.getFields().add(field);
    return field;
  }

  static void place(PDAnnotationWidget widget, PDPage page, int y, int height) throws Exception {
    widget.setRectangle(new PDRectangle(150, y, 250, height));
    widget.setPage(page);
    widget.setPrinted(true);
    page.getAnnotations().add(widget);
  }

  static void boxForm() throws Exception {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(PDRectangle.A4);
      document.addPage(page);
      PDAcroForm form = new PDAcroForm(document);
      document.getDocumentCatalog().setAcroForm(form);
      PDResources resources = new PDResources();
      resources.put(COSName.getPDFName("Helv"), PDType1Font.HELVETICA);
      form.setDefaultResources(resources);
      form.setDefaultAppearance("/Helv 10 Tf 0 g");
      boxText(form, page, "cliente", 700, 20);
      boxText(form, page, "prezzo", 660, 20).setQ(2);
      boxText(form, page, "note", 560, 80);
      PDComboBox combo = new PDComboBox(form);
      combo.setPartialName("alimentazione");
      combo.setDefaultAppearance("/Helv 10 Tf 0 g");
      combo.setOptions(Arrays.asList("Benzina", "Diesel", "Elettrica"));
      place(combo.getWidgets().get(0), page, 520, 20);
      form.getFields().add(combo);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.beginText();
        content.setFont(PDType1Font.HELVETICA_BOLD, 14);
        content.newLineAtOffset(50, 760);
        content.showText("Modulo di PDFBox");
        content.endText();
      }
      document.save("box-form.pdf");
    }
  }

  static void boxFilled() throws Exception {
    try (PDDocument document = PDDocument.load(new File("box-form.pdf"))) {
      PDAcroForm form = document.getDocumentCatalog().getAcroForm();
      form.getField("cliente").setValue(NAME);
      form.getField("prezzo").setValue("\u20ac 25.000,00");
      form.getField("note").setValue(NOTE);
      form.getField("alimentazione").setValue("Elettrica");
      document.save("box-filled.pdf");
      form.setNeedAppearances(true);
      document.save("box-filled-anew.pdf");
      form.setNeedAppearances(false);
      form.flatten();
      document.save("box-flattened.pdf");
    }
  }

  static void itextPaper(String file, boolean compressed) throws Exception {
    Document document = new Document();
    PdfWriter writer = PdfWriter.getInstance(document, new FileOutputStream(file));
    if (compressed) writer.setFullCompression();
    document.open();
    document.add(new com.itextpdf.text.Paragraph("Proposta di " + NAME));
    PdfPTable table = new PdfPTable(2);
    for (String cell : new String[] {"Targa", "AB123CD", "Chilometri", "18.450"}) table.addCell(cell);
    document.add(table);
    document.newPage();
    document.add(new com.itextpdf.text.Paragraph("Condizioni: caparra di 1.000,00 euro"));
    document.close();
  }

  static void itextForm() throws Exception {
    Document document = new Document();
    PdfWriter writer = PdfWriter.getInstance(document, new FileOutputStream("itext-form.pdf"));
    document.open();
    document.add(new com.itextpdf.text.Paragraph("Modulo di iText"));
    String[] names = {"cliente", "prezzo", "note"};
    for (int index = 0; index < names.length; index++) {
      int top = 740 - index * 60;
      TextField field = new TextField(writer, new Rectangle(150, top - (index == 2 ? 60 : 20), 400, top), names[index]);
      field.setFontSize(10);
      if (index == 2) field.setOptions(TextField.MULTILINE);
      field.setBorderWidth(1);
      field.setBorderColor(com.itextpdf.text.BaseColor.GRAY);
      writer.addAnnotation(field.getTextField());
    }
    RadioCheckField tick = new RadioCheckField(writer, new Rectangle(150, 500, 166, 516), "consenso", "Yes");
    tick.setCheckType(RadioCheckField.TYPE_CHECK);
    tick.setBorderWidth(1);
    tick.setBorderColor(com.itextpdf.text.BaseColor.BLACK);
    writer.addAnnotation(tick.getCheckField());
    PdfFormField group = PdfFormField.createRadioButton(writer, true);
    group.setFieldName("permuta");
    for (int index = 0; index < 2; index++) {
      Rectangle place = new Rectangle(150 + index * 60, 460, 166 + index * 60, 476);
      RadioCheckField radio = new RadioCheckField(writer, place, null, index == 0 ? "si" : "no");
      radio.setCheckType(RadioCheckField.TYPE_CIRCLE);
      radio.setBorderWidth(1);
      radio.setBorderColor(com.itextpdf.text.BaseColor.BLACK);
      group.addKid(radio.getRadioField());
    }
    writer.addAnnotation(group);
    TextField combo = new TextField(writer, new Rectangle(150, 400, 400, 420), "alimentazione");
    combo.setChoices(new String[] {"Benzina", "Diesel", "Elettrica"});
    combo.setFontSize(10);
    writer.addAnnotation(combo.getComboField());
    document.close();
  }

  static void itextFilled(String file, boolean generate, boolean flatten) throws Exception {
    PdfReader reader = new PdfReader("itext-form.pdf");
    PdfStamper stamper = new PdfStamper(reader, new FileOutputStream(file));
    AcroFields fields = stamper.getAcroFields();
    fields.setGenerateAppearances(generate);
    fields.setField("cliente", NAME);
    fields.setField("prezzo", "\u20ac 25.000,00");
    fields.setField("note", NOTE);
    fields.setField("consenso", "Yes");
    fields.setField("permuta", "no");
    fields.setField("alimentazione", "Elettrica");
    stamper.setFormFlattening(flatten);
    stamper.close();
    reader.close();
  }

  static void itextStamped() throws Exception {
    PdfReader reader = new PdfReader("box-paper.pdf");
    PdfStamper stamper = new PdfStamper(reader, new FileOutputStream("itext-stamped.pdf"), '\0', true);
    ColumnText.showTextAligned(stamper.getOverContent(1), Element.ALIGN_CENTER, new Phrase("COPIA"), 300, 400, 45);
    ColumnText.showTextAligned(stamper.getUnderContent(1), Element.ALIGN_LEFT, new Phrase("Pagina 1 di 1"), 50, 30, 0);
    stamper.close();
    reader.close();
  }

  /** iText 2.1.7, which JasperReports and many programs of dealers use. */
  static void oldPaper() throws Exception {
    com.lowagie.text.Document document = new com.lowagie.text.Document();
    com.lowagie.text.pdf.PdfWriter writer =
        com.lowagie.text.pdf.PdfWriter.getInstance(document, new FileOutputStream("itext2-paper.pdf"));
    document.open();
    document.add(new com.lowagie.text.Paragraph("Preventivo di " + NAME + ", 25.000,00 euro"));
    com.lowagie.text.pdf.PdfContentByte content = writer.getDirectContent();
    content.setLineWidth(2f);
    content.moveTo(50, 700);
    content.lineTo(300, 700);
    content.stroke();
    document.close();
  }
}
